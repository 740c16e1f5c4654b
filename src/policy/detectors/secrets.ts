import { namesBeforeMarks, schemesBeforeAt } from './places.ts';
import { apart, type Detector, entropy, high, medium } from './row.ts';

const secret = (name: string, pattern: RegExp, rest: Partial<Detector>): Detector =>
  high(`secret.${name}`, 'secret', pattern, rest);

const dense = (value: string): boolean => /\d/.test(value) && entropy(value) >= 2.8;

/**
 * Credentials that their issuers made recognisable by a prefix or a frame. Enumerating formats never generalises, so
 * `secret.opaque_token` (opaque.ts) stands behind this table; what the table adds is the name and the severity.
 */
export const secretRows: readonly Detector[] = [
  secret('otpauth', /otpauth:\/\/[^\s"'<>]{8,500}/gi, {
    hints: ['otpauth:'],
    cases: [['otpauth://totp/x?secret=JBSWY3DPEHPK3PXP', 'otpauth links']],
  }),
  secret(
    'pem_private_key',
    /-{2,5}\s?BEGIN (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)?\s?-{2,5}(?:[A-Za-z0-9+/=\s:,.\\-]{0,8000}?-{2,5}\s?END [A-Z0-9 ]{0,40}-{2,5}|[A-Za-z0-9+/=\s]{0,8000})/g,
    {
      hints: ['private key', 'secret key'],
      cases: [
        [apart('-----BEGIN EC PRIV', 'ATE KEY-----\nMHQCAQEEIBkg1w8p5Z'), '-----BEGIN CERTIFICATE REQUEST'],
      ],
    },
  ),
  secret('putty_key', /PuTTY-User-Key-File-\d[^\n]{0,80}/g, {
    hints: ['putty-user-key'],
    cases: [['PuTTY-User-Key-File-2: ssh-rsa', 'PuTTY opens the endpoint']],
  }),
  secret(
    'jwt',
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4000}\.\s?[A-Za-z0-9_-]{4,8000}(?:\.\s?[A-Za-z0-9_-]{0,4000}){0,3}/g,
    {
      hints: ['eyj'],
      cases: [['eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoiYm9iIn0.abc123DEF456ghi789', 'a JWT in three parts a.b.c']],
    },
  ),
  secret('jwk_private', /"(?:d|k|p|q|dp|dq|qi)"\s?:\s?"[A-Za-z0-9_-]{20,2000}"/g, {
    hints: ['"kty"'],
    cases: [
      ['{"kty":"OKP","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}', '{"kty":"OKP","crv":"Ed25519"}'],
    ],
  }),
  secret('stripe_key', /(?<![A-Za-z0-9])[srp]k_(?:live|test|prod)_\s?[A-Za-z0-9]{6,250}/g, {
    hints: ['k_live_', 'k_test_', 'k_prod_'],
    accept: (v) => v[0] !== 'p',
    cases: [[apart('sk_li', 've_51H8xQ2LkdIwHuZ9vYtRb3NmPqW7cE0aTz'), 'keys begin with sk_live_']],
  }),
  secret('webhook_signing', /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{8,120}/g, {
    hints: ['whsec_'],
    cases: [['whsec_5f4dcc3b5aa765d61d8327deb882cf99', 'the whsec_ prefix']],
  }),
  secret(
    'aws_access_key',
    /(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA)[A-Z0-9]{12,20}(?![A-Za-z0-9])/g,
    {
      hints: ['a3t', 'akia', 'asia', 'abia', 'acca', 'agpa', 'aida', 'aroa'],
      // One key in thirty has no digit; a word in capitals that begins like one is not as long.
      accept: (v) => /\d|EXAMPLE/.test(v) || /^A[KS]IA[A-Z]{16}$/.test(v),
      cases: [[apart('AKI', 'AIOSFODNN7EXAMPLQ'), 'AKIA is a prefix']],
    },
  ),
  secret('aws_bedrock_key', /(?<![A-Za-z0-9])ABSK[A-Za-z0-9+/]{40,300}={0,2}/g, {
    hints: ['absk'],
    cases: [
      [apart('ABSK', 'QmVkcm9ja0FQSUtleS1hYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejEy'), 'ABSKI is a ski club'],
    ],
  }),
  secret('github_token', /(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_)\s?[A-Za-z0-9_]{10,255}/g, {
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    accept: (v) => /\d/.test(v),
    cases: [[apart('ghp', '_a8Kd02LmQ9xZ7vB3nT5rY1wE6uI4oP0sAfGh'), 'tokens start with ghp_']],
  }),
  secret(
    'gitlab_token',
    /(?<![A-Za-z0-9])(?:gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-|GR1348941)[A-Za-z0-9_-]{12,300}/g,
    {
      hints: [
        'glpat-',
        'gldt-',
        'glrt-',
        'glcbt-',
        'glptt-',
        'glft-',
        'glimt-',
        'glagent-',
        'gloas-',
        'glsoat-',
        'glffct-',
        'gr1348941',
      ],
      cases: [[apart('glp', 'at-Xa9_Kd02LmQ9xZ7vB3nT'), 'glpat tokens expire']],
    },
  ),
  secret('bitbucket_token', /(?<![A-Za-z0-9])AT(?:BB|ATT3|CTT3|STT3)[A-Za-z0-9_=-]{20,400}/g, {
    hints: ['atbb', 'atatt3', 'atctt3', 'atstt3'],
    cases: [[apart('ATB', 'BaZxCvBnMqWeRtYuIoP12345678'), 'ATBB is a code']],
  }),
  secret('slack_token', /(?<![A-Za-z0-9])xox[abceoprs](?:\.xox[bp])?-[A-Za-z0-9-]{8,300}/g, {
    hints: ['xox'],
    cases: [[apart('xox', 'b-123456789012-abcdefGHIJKL'), 'a xoxb token']],
  }),
  secret('slack_app_token', /(?<![A-Za-z0-9])xapp-\d-[A-Z0-9]{6,20}-[A-Za-z0-9-]{8,200}/g, {
    hints: ['xapp-'],
    cases: [[apart('xap', 'p-1-A012ABCDEFG-1234567890abcdef'), 'xapp-1 is a prefix']],
  }),
  secret(
    'webhook_url',
    /\b(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks|hooks\.zapier\.com\/hooks\/catch|maker\.ifttt\.com\/trigger\/[^\s/]{1,60}\/with\/key|[a-z0-9.-]{0,60}webhook\.office\.com\/webhookb2|chat\.googleapis\.com\/v1\/spaces|open\.larksuite\.com\/open-apis\/bot)\/[^\s"'<>]{8,500}/gi,
    {
      hints: [
        'hooks.slack',
        'api/webhooks',
        'hooks.zapier',
        'maker.ifttt',
        'webhook.office',
        'chat.googleapis',
        'larksuite',
      ],
      cases: [
        [
          apart('https://hooks.slack', '.com/services/T00000000/B00000000/XXXXXXXXXXXX'),
          'https://slack.com/pricing',
        ],
      ],
    },
  ),
  secret(
    'discord_token',
    /(?<![A-Za-z0-9])(?:mfa\.[A-Za-z0-9_-]{40,100}|[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{25,45})/g,
    {
      hints: ['mfa.', '.'],
      accept: (v) => /\d/.test(v),
      cases: [['NzkyNzE1NDU0MTk2MDg4ODQy.X-hvzA.Ovy4MCQywSkoMRRclStW4xAYK7I', 'Made.in.Discord']],
    },
  ),
  secret('telegram_bot_token', /(?<!\d)\d{8,11}:A[A-Za-z0-9_-]{30,40}/g, {
    hints: [':a'],
    cases: [['123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', '12345678:A short']],
  }),
  secret('google_api_key', /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{20,60}/g, {
    hints: ['aiza'],
    cases: [[apart('AIz', 'aSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY'), 'AIza prefix']],
  }),
  secret('google_oauth', /(?<![A-Za-z0-9])(?:ya29\.|1\/\/0|4\/0A|GOCSPX-)[A-Za-z0-9_-]{16,400}/g, {
    hints: ['ya29.', '1//0', '4/0a', 'gocspx-'],
    cases: [[apart('GOCSP', 'X-a1B2c3D4e5F6g7H8i9J0kLmN'), 'GOCSPX- prefix']],
  }),
  secret(
    'llm_provider_key',
    /(?<![A-Za-z0-9])(?:sk-(?:proj|svcacct|admin|ant|or|lf|live|None)?-?[A-Za-z0-9_-]{14,300}|gsk_[A-Za-z0-9]{16,100}|pplx-[A-Za-z0-9]{16,100}|xai-[A-Za-z0-9]{16,120}|r8_[A-Za-z0-9]{16,80}|hf_[A-Za-z0-9]{16,80}|api_org_[A-Za-z0-9]{16,80}|fw_[A-Za-z0-9]{16,80}|nvapi-[A-Za-z0-9_-]{16,120}|tgp_v1_[A-Za-z0-9_-]{16,80}|csk-[a-z0-9]{20,80}|jina_[a-f0-9]{20,80}[A-Za-z0-9_-]{0,60}|tvly-[A-Za-z0-9-]{12,80}|fc-[a-f0-9]{24,64}|exa-[a-z0-9-]{20,60}|pa-[A-Za-z0-9_-]{30,80}|co-[A-Za-z0-9]{30,60}|lsv2_(?:pt|sk)_[a-f0-9_]{20,80}|sk_[a-f0-9]{32,64})/g,
    {
      hints: [
        'sk-',
        'gsk_',
        'pplx-',
        'xai-',
        'r8_',
        'hf_',
        'api_org_',
        'fw_',
        'nvapi-',
        'tgp_',
        'csk-',
        'jina_',
        'tvly-',
        'fc-',
        'exa-',
        'pa-',
        'co-',
        'lsv2_',
        'sk_',
      ],
      accept: dense,
      cases: [[apart('sk-pr', 'oj-T3BlbkFJ9aBcD1eFgH2iJkL3mNoP4qRsT5uVwX6yZ'), 'sk-learn-pipeline-endpoint']],
    },
  ),
  secret(
    'package_registry_token',
    /(?<![A-Za-z0-9])(?:npm_[A-Za-z0-9]{20,80}|pypi-[A-Za-z0-9_-]{16,300}|rubygems_[a-f0-9]{20,80}|dckr_(?:pat|oat)_[A-Za-z0-9_-]{16,80}|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32}|CLOJARS_[a-z0-9]{20,80}|hex_[a-z0-9]{20,80})/gi,
    {
      hints: ['npm_', 'pypi-', 'rubygems_', 'dckr_', 'oy2', 'cio', 'clojars_', 'hex_'],
      cases: [[apart('npm', '_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'), 'npm_config_registry']],
    },
  ),
  secret(
    'cloud_token',
    /(?<![A-Za-z0-9])(?:do[oprt]_v1_[a-f0-9]{32,80}|dapi[a-f0-9]{24,40}(?:-\d)?|hvs\.[A-Za-z0-9_-]{16,300}|hv[bs]\.[A-Za-z0-9_-]{16,300}|fo1_[A-Za-z0-9_-]{20,80}|fm[12][ar]?_[A-Za-z0-9+/=_-]{20,500}|fly(?:v1)? fm2_[A-Za-z0-9+/=_-]{20,500}|LTAI[A-Za-z0-9]{12,30}|AKID[A-Za-z0-9]{13,40}|pul-[a-f0-9]{32,64}|dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{20,100}|CFPAT-[A-Za-z0-9_-]{30,60}|nfp_[A-Za-z0-9]{20,60}|vc[pika]?_[A-Za-z0-9]{20,60}|rnd_[A-Za-z0-9]{20,60}|sbp_[a-f0-9]{30,60}|sb_secret_[A-Za-z0-9_-]{16,80}|pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{20,80}|napi_[a-z0-9]{30,80}|HRKU-[A-Za-z0-9_-]{20,80}|ops_[A-Za-z0-9_-]{100,900}|A3-[A-Z0-9]{6}-[A-Z0-9-]{20,50}|tskey-[a-z]{3,8}-[A-Za-z0-9-]{16,80}|cf(?:k|ut|at)_[A-Za-z0-9]{30,80}|v1\.0-[a-f0-9]{24}-[a-f0-9]{60,160})/g,
    {
      hints: [
        '_v1_',
        'dapi',
        'hvs.',
        'hvb.',
        'fo1_',
        'fm1',
        'fm2',
        'ltai',
        'akid',
        'pul-',
        'dp.',
        'cfpat-',
        'nfp_',
        'vc_',
        'vcp_',
        'vci_',
        'vck_',
        'vca_',
        'rnd_',
        'sbp_',
        'sb_secret_',
        'pscale_',
        'napi_',
        'hrku-',
        'ops_',
        'a3-',
        'tskey-',
        'cfk_',
        'cfut_',
        'cfat_',
        'v1.0-',
      ],
      accept: dense,
      cases: [
        [
          apart('dop', '_v1_3f8a9c1d2e4b5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8'),
          'dop_v1_ prefix',
        ],
      ],
    },
  ),
  high(
    'secret.saas_token',
    'secret',
    /(?<![A-Za-z0-9])(?:[a-f0-9]{32}-us\d{1,2}|SK[a-f0-9]{32}|EAA[A-Z][A-Za-z0-9]{60,300}|pat[A-Za-z0-9]{14}\.[a-f0-9]{40,80}|ATTA[a-f0-9]{40,80}|PK[A-Z0-9]{18}(?![A-Z0-9]))/g,
    { minRun: 17, begins: 'run', accept: dense },
  ),
  secret('cloud_token', /(?<![A-Za-z0-9])[A-Za-z0-9]{10,20}\.atlasv1\.[A-Za-z0-9_=-]{30,120}/g, {
    hints: ['atlasv1'],
  }),
  high('secret.cloud_token', 'secret', /(?<![A-Za-z0-9])s\.[A-Za-z0-9]{24}(?![A-Za-z0-9])/g, {
    minRun: 24,
    hints: ['s.'],
    accept: dense,
  }),
  secret(
    'saas_token',
    /(?<![A-Za-z0-9])(?:SG\.[A-Za-z0-9_-]{12,40}\.[A-Za-z0-9_-]{12,80}|xkeysib-[a-f0-9]{20,100}(?:-[A-Za-z0-9]{8,40})?|key-[a-f0-9]{32}|re_[A-Za-z0-9_]{16,60}|shp(?:at|ss|ca|pa|ua)_[a-fA-F0-9]{24,64}|sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{16,60}|EAAA[A-Za-z0-9_-]{40,100}|access_token\$(?:production|sandbox)\$[a-z0-9]{10,30}\$[a-f0-9]{32}|rzp_(?:live|test)_[A-Za-z0-9]{10,40}|FLWSECK(?:_TEST)?-[A-Za-z0-9-]{10,60}|gls[ap]_[A-Za-z0-9_]{20,80}|glc_[A-Za-z0-9+/=]{20,400}|NRAK-[A-Z0-9]{20,40}|NR(?:II|JS|IQ|RA)-[A-Za-z0-9_-]{16,60}|lin_(?:api|oauth)_[A-Za-z0-9]{20,80}|ntn_[A-Za-z0-9]{30,80}|secret_[A-Za-z0-9]{30,80}|fig[dorut]{1,2}_[A-Za-z0-9_-]{20,80}|PMAK-[a-f0-9]{20,40}-[a-f0-9]{20,60}|sntry[su]_[A-Za-z0-9+/=_-]{30,300}|phc_[A-Za-z0-9]{30,80}|phx_[A-Za-z0-9]{30,80}|pat-(?:na|eu)\d-[a-f0-9-]{30,50}|dt0c01\.[A-Z0-9]{20,30}\.[A-Z0-9]{40,80}|t1\.[A-Z0-9a-z_-]{5,300}={0,2}\.[A-Za-z0-9_-]{60,100}={0,2}|AGE-SECRET-KEY-1[A-Z0-9]{40,80}|whs_[A-Za-z0-9]{20,60}|org-[A-Za-z0-9]{20,40}|sess-[A-Za-z0-9]{30,60}|ory_[a-z]{2}_[A-Za-z0-9_-]{20,80}|ics?_[a-f0-9]{30,60}|cla_[A-Za-z0-9]{30,60}|live_[a-f0-9]{24,64}|test_[a-f0-9]{24,64}|key_live_[A-Za-z0-9]{8,60}|apify_api_[A-Za-z0-9]{20,60}|brd_[A-Za-z0-9]{20,60}|scp_(?:live|test)_[A-Za-z0-9]{20,60}|zpka_[a-z0-9_]{20,80}|cdp_[A-Za-z0-9_-]{16,100})/g,
    {
      hints: [
        'sg.',
        'xkeysib-',
        'key-',
        're_',
        'shp',
        'sq0',
        'eaaa',
        'access_token$',
        'rzp_',
        'flwseck',
        'glsa_',
        'glsp_',
        'glc_',
        'nra',
        'nri',
        'nrj',
        'lin_',
        'ntn_',
        'secret_',
        'pat-',
        'figd_',
        'fig',
        'pmak-',
        'sntry',
        'phc_',
        'phx_',
        'dt0c01',
        't1.',
        'age-secret',
        'whs_',
        'org-',
        'sess-',
        'ory_',
        'ic_',
        'ics_',
        'cla_',
        'live_',
        'test_',
        'apify_',
        'brd_',
        'scp_',
        'zpka_',
        'cdp_',
      ],
      accept: dense,
      cases: [
        [
          apart('S', 'G.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr'),
          'SG.com listing',
        ],
      ],
    },
  ),
  secret(
    'azure_shared_key',
    /(?:AccountKey|SharedAccessKey|SharedSecretValue|SharedAccessSignature)\s?=\s?[A-Za-z0-9+/%=]{12,200}/gi,
    {
      hints: ['accountkey', 'sharedaccess', 'sharedsecret'],
      cases: [['AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6', 'AccountKey is a field']],
    },
  ),
  secret(
    'signed_url',
    /[?&](?:sig|signature|x-amz-signature|x-goog-signature|x-amz-credential|x-amz-security-token|awsaccesskeyid|token|access_token|id_token|refresh_token|auth|apikey|api_key|api-key|key|secret|client_secret|password|pwd|pass|session|sessionid|sid|code|jwt|otp)=(?<v>[^\s&#"'<>]{6,2000})/gi,
    {
      hints: ['?', '&'],
      accept: (v) =>
        !/^(?:\[redacted|<|\{|\$|%3c|%7b|x{3,}|\*{3,}|your|true|false|null|none|required|optional)/i.test(v),
      cases: [['https://x.example/f?sig=abcD1234efgh5678', 'https://x.example/f?sig=<sig>']],
    },
  ),
  secret(
    'url_credentials',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#"'<>@:]{0,80}:(?<v>[^\s/?#"'<>@]{1,200})@/gi,
    {
      hints: ['://'],
      begins: schemesBeforeAt,
      accept: (v) => !/^(?:\[redacted|<|\{|\$|\*{2,}|x{3,}|password$|pass$|pwd$)/i.test(v),
      cases: [['postgres://admin:pgS3cret@db.example:5432/prod', 'https://api.example:8443/v1']],
    },
  ),
  secret('dsn_password', /\b(?:pwd|password|user id|uid)\s?=\s?(?<v>[^\s;"']{3,120});/gi, {
    hints: ['pwd', 'password'],
    cases: [['Server=db;Password=Gx7klp0q;Timeout=5', 'Password=;']],
  }),
  secret(
    'cookie',
    /\b(?:set-)?cookie\s?[:=]\s?["']?(?<v>[A-Za-z0-9_.-]{1,60}=[^\s;"']{6,4000}(?:;\s?[^\n"']{0,2000})?)/gi,
    {
      hints: ['cookie'],
      accept: (v) => !/=\s?(?:<|\{|\[redacted|\.\.\.)/.test(v),
      cases: [['Cookie: theme=9f8e7d6c5b4a', 'the Cookie header']],
    },
  ),
  secret(
    'session_cookie',
    /(?<![A-Za-z0-9])(?:phpsessid|jsessionid|asp\.net_sessionid|connect\.sid|sessionid|session_id|laravel_session|_session|csrftoken|xsrf-token|sid|auth_token|li_at|__secure-[a-z0-9-]{2,40}|__host-[a-z0-9-]{2,40}|next-auth\.session-token|cf_clearance|access_token|refresh_token|id_token)\s?[=:]\s?["']?(?<v>[^\s;"',]{8,4000})/gi,
    {
      hints: [
        'sess',
        'sid',
        'csrf',
        'xsrf',
        'auth_token',
        'li_at',
        '__secure',
        '__host',
        'cf_clearance',
        '_token',
      ],
      accept: (v) => /\d/.test(v) && !/^(?:<|\{|\$|\[redacted)/.test(v),
      cases: [['PHPSESSID=9k3j2h1g5f6d7s8a', 'PHPSESSID is set']],
    },
  ),
  secret(
    'authorization_header',
    /\b(?:proxy-)?authori[sz]ation\b["']?\s{0,2}[:=]\s{0,2}["']?(?:basic|bearer|token|digest|apikey|hmac|aws4-hmac-sha256|payment|negotiate|dpop)?\s{0,2}(?<v>[A-Za-z0-9+/=_.~:-]{8,4000})/gi,
    {
      hints: ['authoriz', 'authoris'],
      accept: (v) =>
        !/^(?:your|my|the|some|insert|replace)[_-]/i.test(v) &&
        !/^(?:bearer|basic|header|headers|required|optional|payment|digest|redacted|token|tokens|ticket)$/i.test(
          v,
        ) &&
        (/\d/.test(v) || entropy(v) > 3.2 || /=$/.test(v)),
      cases: [['Authorization: Basic YWxpY2U6d29uZGVybGFuZDk5', 'Authorization: Bearer <token>']],
    },
  ),
  secret(
    'authorization_header',
    /\b(?:proxy-)?authori[sz]ation["']?\s{0,2}[:=]\s{0,2}["']?[A-Za-z][\w-]{1,30}\s(?:[a-z][\w-]{0,20}[:=])?["']?(?<v>[A-Za-z0-9+/=_.~:-]{16,4000})/gi,
    { hints: ['authoriz', 'authoris'], accept: dense },
  ),
  secret('bearer_token', /\b(?:bearer|basic)\s{1,2}(?<v>[A-Za-z0-9+/=_.~-]{12,4000})/gi, {
    hints: ['bearer', 'basic'],
    accept: (v) => (/\d/.test(v) && entropy(v) >= 2.6) || (entropy(v) > 3.4 && /[a-z][A-Z]|=$/.test(v)),
    cases: [['Bearer 0b79bab50daca910b000d4f1a2b675d604257e42', 'Bearer authentication']],
  }),
  secret(
    'curl_credentials',
    /(?<![^\s])(?:-u|--user|--(?:[a-z]{1,16}-){0,3}(?:password|passwd|pass|passphrase|token|api-key|apikey|secret|private-key|mnemonic|seed|key))[ =]["']?(?<v>[^\s"']{4,500})/gi,
    {
      hints: ['-u', '--user', '-pass', '-token', '-api', '-secret', '-private', '-mnemonic', '-seed', '-key'],
      accept: (v, c, i) =>
        !/^(?:[<{$[]|\*{2,}|-)/.test(v) &&
        (/[\d:]/.test(v) || /-pass|-private|-secret/.test(c.before(i, 16))) &&
        !/^\$?\d+(?:\.\d+)?$/.test(v),
      cases: [['curl -u alice:wonderland99 https://x.example', 'curl -u $USER https://x.example']],
    },
  ),
  secret('netrc', /\bmachine\s\S{1,100}\slogin\s\S{1,100}\spassword\s(?<v>\S{1,200})/gi, {
    hints: ['machine'],
    cases: [['machine api.example login bob password hunterxx', 'machine payments']],
  }),
  secret(
    'htpasswd_hash',
    /\$(?:2[abxy]|argon2(?:id|i|d)|apr1|1|5|6|scrypt|y|pbkdf2-sha256)\$[A-Za-z0-9./$=,+-]{20,200}/g,
    {
      hints: ['$2', '$argon2', '$apr1', '$1$', '$5$', '$6$', '$scrypt', '$y$', '$pbkdf2'],
      cases: [['$2b$12$KIXQ4S2c1yJp0f0Jk2R5reH8', '$2 per 12 calls']],
    },
  ),
  secret('ssh_private_blob', /(?<![A-Za-z0-9+/])b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=\s]{8,6000}/g, {
    hints: ['b3blbnnzac1rzxkt'],
    cases: [['b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE', 'b3Bl is base64']],
  }),
  secret(
    'provider_url_key',
    /\b(?:infura\.io\/(?:ws\/)?v3|alchemy(?:api)?\.(?:com|io)\/v2|quiknode\.pro|ankr\.com\/[a-z_]{2,40}|getblock\.io|chainstack\.com|blastapi\.io|rpc\.helius\.xyz\/\?api-key=|nodereal\.io\/v1|drpc\.org\/[a-z]{2,20}|moralis-nodes\.com\/[a-z/]{2,40})[/=]?(?<v>[A-Za-z0-9_-]{16,80})/gi,
    {
      hints: [
        'infura.io',
        'alchemy',
        'quiknode',
        'ankr.com',
        'getblock',
        'chainstack',
        'blastapi',
        'helius',
        'nodereal',
        'drpc.org',
        'moralis',
      ],
      cases: [['https://mainnet.infura.io/v3/9aa3d95b3bc440fa88ea12eaa4456161', 'https://infura.io/pricing']],
    },
  ),
  secret(
    'kubeconfig',
    /\b(?:client-key-data|client-certificate-data|service-account-token)\s?:\s?(?<v>[A-Za-z0-9+/=._-]{16,8000})/gi,
    {
      hints: ['client-key-data', 'client-certificate-data', 'service-account-token'],
      cases: [['client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVk', 'client-key-data is needed']],
    },
  ),
];

/** A capital, a digit and a mark inside one word: people write so when a form asks for all three. */
export const chosenRows: readonly Detector[] = [
  medium(
    'secret.chosen_shape',
    'password',
    /(?<![^\s"'`([{>:,])(?=[^\s"'`]{0,40}\d)(?=[^\s"'`]{0,40}[A-Z])[A-Za-z0-9][A-Za-z0-9_.-]{1,40}[#!$^&*~][A-Za-z0-9!#$%^&*~_-]{1,30}(?![A-Za-z0-9=/({])/g,
    {
      begins: namesBeforeMarks,
      accept: (v) =>
        v.length >= 8 &&
        /[A-Za-z]{3}/.test(v) &&
        /[a-z]/.test(v) &&
        !/^(?:issue|pr|pull|bug|ticket|case|order|no|nr|task|item|step|row|line|rule|test|build|run|job|invoice|agent|vendor|seller|buyer|plan|tier|option|chapter|section|figure|table|part|room|gate|route|section)s?#\d+$/i.test(
          v,
        ) &&
        !/\.[a-z]{2,5}#|&#|^[A-Z]{2,4}\$|\$\d+\.\d|^[A-Z][\w.]*#[a-z]\w*$/.test(v),
      cases: [['type Quokka#81x here', 'see issue#81 or MIGRATION.md#v2-to-v3']],
    },
  ),
];
