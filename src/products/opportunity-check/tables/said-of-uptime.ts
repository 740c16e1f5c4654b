import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { plain, state, thing } from '../../../reading/words/rows.ts';

const PROBE =
  'health endpoint,health check,health checks,healthz,health route,status page,uptime monitor,our monitor';
const RED = cross(
  PROBE,
  'red,is red,is all red,shows red,turned red,went red,are red,has been red,stays red',
);
const POOR = cross(
  'uptime,availability,reliability',
  'is a joke,is terrible,is awful,is poor,is bad,is horrible,is abysmal,is dismal,sucks,is lousy,is pathetic,is rubbish,is laughable',
);

/** Whether the host answers. */
export const SAID_OF_UPTIME: readonly ConceptRow[] = [
  plain(
    'UPALONE',
    'up every time we looked, up every time, up whenever we looked, up each time, up all the time, up all day, up all week, up all month, up at every check, up whenever i looked',
  ),
  plain('RESPONDED', 'passes, pass, answered within, responded within, replied within'),
  thing('HEALTH', `health probe, health probes, uptime probe, uptime probes, ${RED}, ${POOR}`),
  state(
    'UPTIMEBAD',
    `${RED}, ${POOR}, as often as not, more often than not, every other request hits, every second request hits`,
  ),
  plain(
    'UPALONE',
    'been up all quarter, been up all month, been up all week, been up all year, been up since, been up ever since, up all quarter, up all year, been up every day',
  ),
  plain('RESPONDED', 'answers in, responds in, replies in, answered in'),
  plain('RESPONDED', 'answer within, respond within, reply within'),
  plain('UPALONE', 'not missed a beat, never missed a beat, never misses a beat'),
  plain(
    'NOOUTAGE',
    `${cross('without,without any,without a single,no,zero,not any,never any,not one,not a single,never a', 'downtime,outage,outages,downtimes,dropout,dropouts,interruption,interruptions,blackout,incident,incidents,unavailability')}, never down, month never down, week never down, year never down`,
  ),
  plain(
    'UPALONE',
    'up 24 7, 24 7 up, online 24 7, 24 7 online, up round the clock, up around the clock, always up, up whenever we looked, been up whenever we looked, been up whenever, up nonstop, nonstop up, very stable, always stable, back and healthy',
  ),
  thing(
    'HEALTH',
    'healthcheck, healthchecks, health ping, health pings, heartbeat, heartbeats, liveness, readiness, liveness probe, pingdom, statuscake, uptimerobot, uptime robot, betterstack, better uptime, uptime kuma, status board, /health, /healthz, /livez, /readyz, /ping, /status, uptime monitor',
  ),
  state(
    'UPTIMEBAD',
    'is a lottery, lottery, hit and miss, hit or miss, coin flip, coin toss, roulette, luck of the draw, gone by noon, patchy, spotty, shaky, wobbly, comes and goes, in and out, yo yo, goes up and down, up and down all day, up and down all the time',
  ),
  state(
    'DOWN',
    "is toast, site's toast, nothing loads, nothing is loading, not loading, can not open, cannot open, can't open, cannot be opened, can not be opened, not opening, kaput, kaputt, always time out, always timeout, keeps timing out, is bricked, bricked",
  ),
  plain(
    'NOOUTAGE',
    `without falls, without fall, without crashes, without a crash, without stops,
      ${cross('not a single,not one,no,zero,never a,without a single', 'failed health probe,failed probe,failed health check,failed check,failed ping,missed ping,missed probe,failed healthcheck,bad probe,missed health check')}`,
  ),
  state(
    'UPTIMEBAD',
    'never up, is never up, never online, never reachable, never available, never there when',
  ),
  state(
    'DOWN',
    "don't work, do not work, not works, does not works, in breakdown, in a breakdown, broken down, out of function",
  ),
];
