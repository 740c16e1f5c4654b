import { readFileSync } from 'node:fs';
import { evaluate } from '../../src/policy/policy.ts';

for (const file of process.argv.slice(2)) {
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const row = JSON.parse(line);
    const v = evaluate({ goal: row.text });
    const got = v.policyCheck.stopReason ?? 'ok';
    if (got !== row.cls)
      console.log(
        row.id,
        row.cls,
        '->',
        got,
        v.policyCheck.allFindings.join(','),
        JSON.stringify(v.policyCheck.inScope),
        '|',
        row.text.slice(0, 100),
      );
  }
}
