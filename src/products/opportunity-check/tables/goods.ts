import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { cross } from '../../../reading/words/cross.ts';
import { operator, plain, state, thing } from '../../../reading/words/rows.ts';

/** What a buyer gets for the money, besides an "answer". */
const PAID =
  'file,files,label,labels,verdict,verdicts,transcript,transcripts,translation,translations,score,scores,summary,summaries,' +
  'table,tables,image,images,caption,captions,scan,scans,hint,hints,' +
  'forecast,forecasts,invoice,invoices,screenshot,screenshots,route plan,route plans,profile,profiles,' +
  'enrichment,enrichments,dataset,datasets,snapshot,snapshots,analysis,analyses,audio,video,embedding,embeddings,chart,charts,' +
  'recording,recordings,article,articles,estimate,estimates,feed,batch,payload,deliverable,deliverables,deliveries';

/** Of those, what nobody says is missing from a listing or a page. */
const DUE =
  'file,files,label,labels,verdict,verdicts,transcript,transcripts,translation,translations,score,scores,forecast,forecasts,' +
  'screenshot,screenshots,dataset,datasets,deliverable,deliverables,deliveries';

const HARMED =
  'burnt,burned,cheated,scammed,ripped off,stiffed,swindled,defrauded,conned,robbed,fooled,tricked,duped,short changed,shortchanged,let down,screwed,rugged,phished,hacked';
const WALLET_IN = 'our wallet in,the wallet in,my wallet in,its wallet in,the agent wallet in';
const NOBODY_LOGGED =
  "nobody had logged,nobody logged,no one had logged,no one logged,forgot to log,never logged,had not logged,hadn't logged,nobody has logged";
const BEFORE = 'the one before,the one before it,the last one,the previous one,the last,the previous';
const BAD_KEY =
  "signature did not verify,signature didn't verify,signature does not verify,signature doesn't verify";

const OF_OTHERS =
  'of another customer,of another buyer,of someone else,of somebody else,of another client,that another';
const WHOSE =
  "was somebody else's,was someone else's,was another customer's,was another buyer's,were somebody else's,were someone else's,is somebody else's,is someone else's";

/** Goods, and what is said of getting them or not; wordings that a negator, a count or a comparison stands in. */
export const GOODS: readonly ConceptRow[] = [
  plain('GOODS', PAID),
  plain(
    'PLAIN',
    `synthetic, occur, occurred, occurs, took place, take place, taken place, vouch, vouch for, vouches, left, leave, deliverable,
      look ups, look up, meetup, conference, reconciliation, funded, raspberry pi, funded wallet, the reason, reason why, why,
      theory, explanation, explanations, detail, apology, warning, workshop, trade fair, em, of em,
      ${cross('to support,supports,support,supporting', 'that theory,this theory,the theory,that claim,this claim,the claim,the allegation,the suspicion,the rumour,the idea,the view')},
      nothing to support it, nothing to support this, nothing to support that, no facts support, evidence to support`,
  ),
  plain(
    'OUT_GOOD',
    `${cross('is,are,has,have', 'come,came,arrive,arrived')}, ${cross('all,each,every one,both', 'returned,arrived,answered,came')},
      ${cross('never missed,not missed,never skipped,never lost', 'an answer,a reply,a response,a result,a delivery,a report')}`,
  ),
  state(
    'OUT_BAD',
    `${cross('no,zero,not one,not a single', DUE)}, ${cross('wrong,incomplete,corrupt,damaged,unreadable', DUE)}`,
  ),
  state(
    'OUT_BAD',
    `${cross(`data,answer,answers,result,results,record,records,report,reports,${PAID}`, OF_OTHERS)}, ${WHOSE},
      another buyer had ordered, someone else had ordered, somebody else had ordered, somebody else ordered, someone else ordered`,
  ),
  plain(
    'PAID',
    'i have pay, we have pay, i have buy, we have buy, have buy, funded call, funded calls, look ups bought',
  ),
  operator(
    'IDIOM',
    `${cross('never,never got,never been,never once,not once,never get,not been,nobody got,nobody was,nobody has been,have not been,no buyer was', HARMED)},
      ${cross('no,zero,without,without any,with no,with zero', 'delay,delays,retries,hassle,friction,detour,waiting,manual step,extra step,second try,second attempt')}`,
  ),
  operator(
    'HEDGE',
    'conceivable, imaginable, thinkable, it is possible, is possible that, cannot be excluded, in doubt',
  ),
  operator(
    'CLOUD',
    `unlike, better at, worse at, no better than, in contrast, by contrast,
      for friends, for members, for subscribers, for insiders, for staff, for premium customers, for enterprise customers,
      as known as, as stable as, as reliable as, as safe as, as valid as, as clear as, as honest as`,
  ),
  state(
    'DOWN',
    "is not answer, is not answering, isn't answering, not answer since, not answering, stopped answering, no answer since",
  ),
  plain(
    'HEALTHY',
    cross(
      "not failed,never failed,hasn't failed,haven't failed,did not fail,didn't fail,not missed,never missed,hasn't missed",
      'a single probe,a probe,a single check,a check,a single ping,a ping,one probe,one check,one ping,any probe,any check,a health check,a single health check',
    ),
  ),
  plain(
    'NOOUTAGE',
    cross(
      "yet to see it,never seen it,never saw it,not seen it,haven't seen it,yet to catch it,yet to find it",
      'go down,down,fail,offline,unreachable,go offline,break',
    ),
  ),
  state('UNAUTH', cross(NOBODY_LOGGED, WALLET_IN)),
  thing('WALLET', cross(NOBODY_LOGGED, WALLET_IN)),
  state(
    'RISE',
    cross(
      'a higher price than,higher price than,higher fee than,higher amount than,asks more than,dearer than,costs more than',
      BEFORE,
    ),
  ),
  plain('PRICE', cross('a higher price than,higher price than,asks more than,costs more than', BEFORE)),
  thing('SIGNATURE', BAD_KEY),
  state('VERFAIL', BAD_KEY),
  thing(
    'ACCOUNT',
    'making an account, creating an account, opening an account, make an account, create an account, open an account',
  ),
  state(
    'ASKQUOTE',
    cross(
      "can't get,cant get,cannot get,can't see,cannot see,cant see,can't learn",
      'the price,prices,the pricing,the fee,the cost',
    ),
  ),
  plain(
    'FREE',
    "do not take the money, don't take the money, does not take the money, doesn't take the money, take no money",
  ),
  thing('FAILURE', 'call is fail, request is fail, call fail, request fail'),
  thing(
    'REFUND',
    'money for failed calls, money for a failed call, money for failed requests, money of failed calls',
  ),
  plain('CANREFUND', 'is sent back, are sent back, sent back automatically, is sent back automatically'),
  state(
    'SCAM',
    `typosquat, typosquats, typosquatting, typo squat, typosquatted, look alike domain, lookalike domain, spoofed domain,
      homoglyph domain, ${cross('look alike of,lookalike of,imitation of,imitates,imitating,mimics,pretends to be', 'a well known,a known,a famous,a big,a popular,a real,another,the real,a major')}`,
  ),
  state(
    'DECOY',
    cross('nobody,no one,noone', 'would pay,would ever pay,will ever pay,would pay that,would ever pay that'),
  ),
  plain(
    'SAFE',
    cross(
      "did not,didn't,does not,doesn't",
      'settle a second time,settle again,settle twice,charge a second time,charge us a second time,pay a second time,debit a second time',
    ),
  ),
  state(
    'CHANGE',
    'diff vs last seen, diff vs last time, diff against last time, diff to last time, diff since last time, diff',
  ),
];
