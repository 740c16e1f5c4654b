import { z } from 'zod';
import {
  clientBuildSchema,
  evidenceLevelSchema,
  moneyToldSchema,
  protocolSchema,
  runtimeSchema,
  verdictSchema,
} from './evidence.ts';

/** An edition of the reliability ledger, schema 1.4.0 (service spec §2.10). Closed: what is not here is not signed. */

export const LEDGER = 'agent-commerce-reliability-ledger';
export const SCHEMA_VERSION = '1.4.0';

export const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const instant = z.iso.datetime();
const texts = z.array(z.string());
const count = z.int().min(0);
/** Atomic units. */
const amount = z.string().regex(/^[0-9]{1,30}$/);

export const matrixRowSchema = z.strictObject({
  id: z.string(),
  client: clientBuildSchema,
  runtime: runtimeSchema,
  protocol: protocolSchema,
  scheme: z.string(),
  network: z.string(),
  behaviourId: z.string(),
  expected: z.string(),
  observed: z.string(),
  verdict: verdictSchema,
  requests: count,
  signedAuthorisations: count,
  distinctNonces: count,
  settlements: count.nullable(),
  statusSeen: z.int().nullable(),
  error: z.strictObject({ name: z.string(), messagePrefix: z.string() }).nullable(),
  /** Absent where the client says nothing of money. */
  moneyTold: moneyToldSchema.optional(),
  evidenceLevel: evidenceLevelSchema,
  observedAt: instant,
  staleAfter: instant,
  stale: z.boolean(),
  caseDigest: digestSchema,
  reproduction: z.strictObject({ labVersion: z.string(), caseFile: z.string() }),
});
export type MatrixRow = z.infer<typeof matrixRowSchema>;

export const PHASES = ['discover', 'challenge', 'sign', 'submit', 'settle', 'deliver', 'receipt'] as const;
export const MONEY_RISKS = ['none', 'stuck', 'double_charge', 'overpay', 'leak'] as const;
export const LEDGER_BUCKETS = [
  'wallet_not_authenticated',
  'insufficient_network_usdc',
  'max_amount_too_low',
  'wrong_network',
  'payment_declined',
  'none',
] as const;

export const failureSignatureSchema = z.strictObject({
  /** `FS-` observed by the lab, `FR-` reported in public. The series never mix. */
  id: z.string().regex(/^F[SR]-\d{3}$/),
  title: z.string(),
  evidence: z.enum(['observed', 'reported']),
  stage: z.enum(PHASES),
  symptom: z.string(),
  matchers: z.strictObject({
    statusCodes: z.array(z.int()),
    errorPrefix: texts,
    headerState: z.string().nullable(),
    counters: z.record(z.string(), count),
  }),
  rootCause: z.string(),
  affects: z.array(z.strictObject({ client: z.string(), versionRange: z.string() })),
  moneyRisk: z.enum(MONEY_RISKS),
  bucket: z.enum(LEDGER_BUCKETS),
  buyerAction: z.string(),
  sellerAction: z.string(),
  /** Exact line for the buyer's client, where one exists. */
  configSnippet: z.string().nullable(),
  fixIds: texts,
  /** Rows of this edition that show it; empty for a reported one. */
  caseIds: texts,
  source: z.strictObject({ thread: z.string(), date: z.string() }).nullable(),
  firstSeen: z.string(),
  lastVerified: z.string().nullable(),
});
export type FailureSignature = z.infer<typeof failureSignatureSchema>;

const run = z.strictObject({
  caseId: z.string(),
  caseDigest: digestSchema,
  verdict: verdictSchema,
  observed: z.string(),
});
export const verifiedFixSchema = z.strictObject({
  id: z.string().regex(/^FX-\d{3}$/),
  signatureId: z.string(),
  change: z.string(),
  before: run,
  after: run,
  /** `client@version` of every build with both runs. */
  verifiedWith: texts,
  limits: z.string(),
});
export type VerifiedFix = z.infer<typeof verifiedFixSchema>;

const steps = texts.min(1);
const verifiableBuyerPolicySchema = z.strictObject({
  schemaVersion: z.literal('1.0'),
  autoSpend: z.literal(false),
  explicitApprovalRequired: z.literal(true),
  offerVerificationRequired: z.literal(true),
  termsHashVerificationRequired: z.literal(true),
  receiptVerificationRequired: z.literal(true),
  paymentIdentifierPreferred: z.literal(true),
  maxPaidCallsPerTask: z.literal(1),
  stages: texts,
  decisionOrder: texts,
  stopConditions: texts,
  compatibility: z.strictObject({
    paymentIdentifierOptional: z.literal(true),
    olderClientsRemainSupported: z.literal(true),
    siwxRequired: z.literal(false),
  }),
  evidenceBoundary: z.string(),
  privacy: z.string(),
});

const runtimeRecipeSchema = z.strictObject({
  id: z.string(),
  runtime: z.string(),
  evidence: z.enum(['observed', 'documentation_only']),
  sourceTags: texts,
  discover: steps,
  inspectPrice: steps,
  setMaximumSpend: steps,
  approval: steps,
  purchaseOnce: steps,
  verifyDelivery: steps,
  stop: steps,
  verifiableBuyerPolicy: verifiableBuyerPolicySchema,
  apexScoutOperatesBuyerWallet: z.literal(false),
  serviceOperatesBuyerWallet: z.literal(false),
});
export type RuntimeRecipe = z.infer<typeof runtimeRecipeSchema>;

const buyerRecipeSchema = z.strictObject({
  id: z.string(),
  goal: z.string(),
  route: z.string(),
  preconditions: texts,
  steps,
  maxSpendAtomic: amount,
  stopOn: texts,
  verify: texts,
});
export type BuyerRecipe = z.infer<typeof buyerRecipeSchema>;

export const routeRecordSchema = z.strictObject({
  route: z.string(),
  methods: z.array(z.enum(['GET', 'POST'])),
  /** Payment protocols of its challenge. */
  protocols: z.array(protocolSchema),
  price: z.string(),
  amountAtomic: amount,
});
/** A paid route as it was sold when the edition was built. */
export type RoutePrice = z.infer<typeof routeRecordSchema>;

export const coverageSchema = z.strictObject({
  buyerClients: count,
  clientVersions: count,
  behaviours: count,
  failureSignatures: count,
  observedSignatures: count,
  reportedSignatures: count,
  verifiedMitigations: count,
  offlineSdkCases: count,
  notRunCases: count,
  staleCases: count,
  currentBuyerRuntimesVerified: count,
});
export type Coverage = z.infer<typeof coverageSchema>;

const deltaSchema = z.strictObject({
  previousEdition: digestSchema.nullable(),
  added: texts,
  changed: z.array(
    z.strictObject({
      id: z.string(),
      from: z.record(z.string(), z.unknown()),
      to: z.record(z.string(), z.unknown()),
    }),
  ),
  removed: texts,
  newlyStale: texts,
  countsBefore: coverageSchema.nullable(),
  countsAfter: coverageSchema,
  noChange: z.boolean(),
});
export type EditionDelta = z.infer<typeof deltaSchema>;

const historySchema = z.strictObject({
  rowId: z.string(),
  originalEdition: instant,
  originalDigest: digestSchema,
  observedAt: instant,
  notReverifiedSince: instant,
  boundary: z.string(),
});
export type HistoricalItem = z.infer<typeof historySchema>;

const findingSchema = z.strictObject({
  id: z.string(),
  client: z.string(),
  version: z.string(),
  statement: z.string(),
  caseId: z.string(),
  evidenceDigest: digestSchema,
});

/** What the digest covers: the whole edition but `contentDigest` and `signature`. */
export const contentSchema = z.strictObject({
  product: z.literal(LEDGER),
  schemaVersion: z.literal(SCHEMA_VERSION),
  release: z.string(),
  generatedAt: instant,
  validUntil: instant,
  previousDigest: digestSchema,
  editionDelta: deltaSchema,
  coverage: coverageSchema,
  routes: z.array(routeRecordSchema),
  compatibilityMatrix: z.array(matrixRowSchema),
  failureSignatures: z.array(failureSignatureSchema),
  verifiedFixes: z.array(verifiedFixSchema),
  buyerRecipes: z.array(buyerRecipeSchema),
  bazaarMcpBuyerRecipe: z.strictObject({
    searchQueries: texts.min(3).max(6),
    searchTool: z.literal('search_resources'),
    purchaseTool: z.literal('proxy_tool_call'),
    buyerControlledPayment: z.literal(true),
    paidCompletionDefinition: z.string(),
  }),
  buyerRuntimeRecipes: z.array(runtimeRecipeSchema).length(5),
  evidencePolicy: z.strictObject({
    levels: z.record(z.string(), z.string()),
    admissionRule: z.string(),
    negativeResultsKept: z.literal(true),
    notRunIsNotPass: z.literal(true),
    staleAfterDays: z.literal(30),
    editionMaxAgeDays: z.literal(7),
    correctionPolicy: z.string(),
    noBuyerData: z.literal(true),
  }),
  sdkFindings: z.strictObject({
    scope: z.string(),
    cases: count,
    findings: z.array(findingSchema),
  }),
  historicalEvidence: z.strictObject({ items: z.array(historySchema) }),
  privacy: z.strictObject({
    aggregateOnly: z.literal(true),
    noWallets: z.literal(true),
    noPayloads: z.literal(true),
    noIp: z.literal(true),
    noUserAgent: z.literal(true),
  }),
  /** Root of the hash tree over matrix rows, failure signatures and verified fixes, in this order (RFC 9162). */
  rowsRoot: digestSchema,
  rowsCount: count,
});
export type EditionContent = z.infer<typeof contentSchema>;

export const signatureSchema = z.strictObject({
  alg: z.literal('EdDSA'),
  kid: z.string(),
  /** Compact JWS over product, schemaVersion, release, generatedAt, validUntil, previousDigest and contentDigest. */
  jws: z.string(),
  /** Compact JWS over contentDigest, rowsRoot and rowsCount: what a single row is proved against. */
  rowsJws: z.string(),
});

const { product, schemaVersion, release, generatedAt, validUntil, previousDigest, ...rest } =
  contentSchema.shape;
/** Members in the order of service spec §2.10. */
export const editionSchema = z
  .strictObject({
    product,
    schemaVersion,
    release,
    generatedAt,
    validUntil,
    previousDigest,
    contentDigest: digestSchema,
    ...rest,
    signature: signatureSchema,
  })
  .meta({ title: 'ReliabilityLedgerEdition' });
export type Edition = z.infer<typeof editionSchema>;
export type UnsignedEdition = Omit<Edition, 'signature'>;

/** Rows of an edition in the order of its hash tree. */
export const rowsOf = (
  edition: Pick<Edition, 'compatibilityMatrix' | 'failureSignatures' | 'verifiedFixes'>,
): readonly (MatrixRow | FailureSignature | VerifiedFix)[] => [
  ...edition.compatibilityMatrix,
  ...edition.failureSignatures,
  ...edition.verifiedFixes,
];
