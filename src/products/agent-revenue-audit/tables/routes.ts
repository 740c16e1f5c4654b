import { ROWS as computeJob } from './archetypes/compute-job.ts';
import { ROWS as dataLookup } from './archetypes/data-lookup.ts';
import { ROWS as datasetEdition } from './archetypes/dataset-edition.ts';
import { ROWS as documentExtraction } from './archetypes/document-extraction.ts';
import { ROWS as enrichment } from './archetypes/enrichment.ts';
import { ROWS as fileStorage } from './archetypes/file-storage.ts';
import { ROWS as gpuRental } from './archetypes/gpu-rental.ts';
import { ROWS as humanLabelling } from './archetypes/human-labelling.ts';
import { ROWS as humanService } from './archetypes/human-service.ts';
import { ROWS as identityVerification } from './archetypes/identity-verification.ts';
import { ROWS as infraRpc } from './archetypes/infra-rpc.ts';
import { ROWS as llmInference } from './archetypes/llm-inference.ts';
import { ROWS as marketplaceBroker } from './archetypes/marketplace-broker.ts';
import { ROWS as mcpToolset } from './archetypes/mcp-toolset.ts';
import { ROWS as mediaGeneration } from './archetypes/media-generation.ts';
import { ROWS as messaging } from './archetypes/messaging.ts';
import { ROWS as monitoringAlert } from './archetypes/monitoring-alert.ts';
import { ROWS as outOfScope } from './archetypes/out-of-scope.ts';
import { ROWS as proxyCaptcha } from './archetypes/proxy-captcha.ts';
import { ROWS as quoteFunnel } from './archetypes/quote-funnel.ts';
import { ROWS as reportAudit } from './archetypes/report-audit.ts';
import { ROWS as searchRetrieval } from './archetypes/search-retrieval.ts';
import { ROWS as signedRecord } from './archetypes/signed-record.ts';
import { ROWS as stream } from './archetypes/stream.ts';
import { ROWS as transformDoc } from './archetypes/transform-doc.ts';
import { ROWS as translation } from './archetypes/translation.ts';
import { ROWS as unclear } from './archetypes/unclear.ts';
import { ROWS as verificationAttest } from './archetypes/verification-attest.ts';
import type { RouteRow } from './shapes.ts';

/**
 * What an API may sell: one file for each archetype, with the first routes that suit the kinds of offer within it.
 * A route is the smallest unit a stranger's agent can buy without an account. Weights of cues are expert-set: 4 names
 * the kind beyond doubt, 3 names it, 2 suggests it, 1 agrees with it, 5 and more puts it out of scope.
 */
export const ROUTES: readonly RouteRow[] = [
  ...dataLookup,
  ...searchRetrieval,
  ...enrichment,
  ...documentExtraction,
  ...transformDoc,
  ...translation,
  ...llmInference,
  ...mediaGeneration,
  ...computeJob,
  ...gpuRental,
  ...reportAudit,
  ...datasetEdition,
  ...monitoringAlert,
  ...verificationAttest,
  ...identityVerification,
  ...signedRecord,
  ...infraRpc,
  ...fileStorage,
  ...proxyCaptcha,
  ...stream,
  ...messaging,
  ...humanLabelling,
  ...quoteFunnel,
  ...mcpToolset,
  ...marketplaceBroker,
  ...humanService,
  ...outOfScope,
  ...unclear,
];

/** Archetypes as a person says them. */
export const ARCHETYPE_LABELS: Readonly<Record<string, string>> = {
  data_lookup: 'data lookup',
  search_retrieval: 'search and retrieval',
  enrichment: 'enrichment',
  document_extraction: 'extraction from documents',
  transform_doc: 'conversion of files',
  translation: 'translation',
  llm_inference: 'LLM inference',
  media_generation: 'media generation',
  compute_job: 'running of code',
  gpu_rental: 'rental of machines',
  report_audit: 'reporting',
  dataset_edition: 'publishing of dataset editions',
  monitoring_alert: 'monitoring',
  verification_attest: 'verification and scoring',
  identity_verification: 'checking of identity',
  signed_record: 'signed records',
  infra_rpc: 'infrastructure by the call',
  file_storage: 'storage of files',
  proxy_captcha: 'proxy traffic and solved challenges',
  stream: 'a stream',
  messaging: 'messaging',
  human_labelling: 'labelling by people',
  quote_funnel: 'quotes that lead to a deal',
  mcp_toolset: 'an MCP toolset',
  marketplace_broker: 'orders and bookings',
  human_service: 'work by people',
  out_of_scope: 'output without a paid route',
};
