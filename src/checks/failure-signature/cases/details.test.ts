import { describe, expect, it } from 'vitest';
import { match } from '../match.ts';

const first = (errorText: string) => match({ errorText }).matches[0]!;

describe('details of a text speak against a case', () => {
  it('nothing "was not signed" where the text says that it was charged', () => {
    const free = 'x402 tools/call: content[0].text is an error, isError: true';
    expect(first(free).case).toBe('mcp-result-not-recognised');
    for (const charged of ['we were charged twice', '{"success":true,"transaction":"0xab"}', 'wallet: -0.06'])
      for (const { smallestFix, money } of match({ errorText: `${free}; ${charged}` }).matches) {
        expect(smallestFix, charged).not.toMatch(/nothing was (?:signed|charged|sent)/i);
        expect(money.moved, charged).not.toBe('no');
      }
    const cases = match({ errorText: `${free}; we were charged twice` }).matches.map((each) => each.case);
    expect(cases).not.toContain('mcp-result-not-recognised');
    const sure = '{"invalidReason":"invalid_exact_evm_insufficient_balance"}';
    expect(first(sure)).toMatchObject({ confidence: 'strong', money: { moved: 'no' } });
    expect(first(`${sure} and we were charged`)).toMatchObject({
      confidence: 'strong',
      money: { moved: 'maybe' },
    });
    expect(first(`${free}; not charged`).case).toBe('mcp-result-not-recognised');
  });

  it('commands follow the runtime that the text shows', () => {
    const said = 'MCP error -32042: Payment is required; error.data.challenges is gone';
    expect(first(`${said}; Traceback (most recent call last): pympp`).smallestFix).toContain('pip');
    expect(first(`${said}; McpClient.wrap, @modelcontextprotocol/sdk 1.29`).smallestFix).not.toContain(
      'pip ',
    );
  });

  it('this machine is not blamed for another one', () => {
    expect(first('x402 facilitator: connect ECONNREFUSED 127.0.0.1:4021').case).toBe(
      'connection-refused-locally',
    );
    expect(
      first('redis ECONNREFUSED 127.0.0.1:6379; x402 facilitator: connect ECONNREFUSED 10.4.0.17:8080').case,
    ).toBe('connection-refused-elsewhere');
  });

  it('an approval that is not asked for is not waited for', () => {
    const refused = '403 x402 wallet: payment denied by policy';
    expect(first(`${refused}, owner approval required`).case).toBe('approval-by-hand-asked');
    expect(first(`${refused}, requiresApproval: false`).case).not.toBe('approval-by-hand-asked');
  });

  it('Permit2 is not looked up at the token', () => {
    const open = 'x402: settlement_pending, outcome unknown';
    expect(first(open).smallestFix).toContain('authorizationState');
    expect(first(`${open}, permit2`).smallestFix).toContain('nonceBitmap');
  });
});
