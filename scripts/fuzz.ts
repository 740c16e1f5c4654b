import { remoteLab, startLab } from '../test/attacks/lab.ts';
import { fuzz, reportOf } from '../test/fuzz/campaign.ts';
import { disposeServices } from '../test/support/service.ts';
import { optionsOf } from './options.ts';

const HELP = `Sends generated inputs to every route of /openapi.json and judges the answers.

  node scripts/fuzz.ts --inputs 20000 --seed 7     a service and a chain of its own
    --route "POST /api/opportunity-check"          one route, or a path
    --only 1234                                    one input of the seed again
    --url http://…                                 a running service
    --json                                         one JSON document on standard output

Exits with 1 when an answer is wrong or something moved.`;

const values = optionsOf(HELP, {
  inputs: { type: 'string', default: '20000' },
  seed: { type: 'string' },
  route: { type: 'string' },
  only: { type: 'string' },
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const lab =
    values.url === undefined
      ? await startLab({ mpp: true, solana: true })
      : await remoteLab(values.url.replace(/\/$/, ''));
  try {
    const campaign = await fuzz(lab, {
      inputs: Number(values.inputs),
      seed,
      ...(values.route !== undefined && { route: values.route }),
      ...(values.only !== undefined && { only: Number(values.only) }),
      progress: (done, statuses, seconds) => {
        if (!values.json)
          process.stderr.write(
            `\r${done} inputs, ${(done / seconds).toFixed(0)}/s ${JSON.stringify(statuses)} `,
          );
      },
    });
    console.log(
      values.json ? JSON.stringify({ seed, ...campaign }, null, 1) : `\n${reportOf(campaign, seed)}`,
    );
    return campaign.failures.length + campaign.moved.length > 0 ? 1 : 0;
  } finally {
    await lab.stop();
    await disposeServices();
  }
}
