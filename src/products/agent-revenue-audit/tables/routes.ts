import computeJob from './archetypes/compute-job.table.json' with { type: 'json' };
import dataLookup from './archetypes/data-lookup.table.json' with { type: 'json' };
import datasetEdition from './archetypes/dataset-edition.table.json' with { type: 'json' };
import documentExtraction from './archetypes/document-extraction.table.json' with { type: 'json' };
import enrichment from './archetypes/enrichment.table.json' with { type: 'json' };
import fileStorage from './archetypes/file-storage.table.json' with { type: 'json' };
import gpuRental from './archetypes/gpu-rental.table.json' with { type: 'json' };
import humanLabelling from './archetypes/human-labelling.table.json' with { type: 'json' };
import humanService from './archetypes/human-service.table.json' with { type: 'json' };
import identityVerification from './archetypes/identity-verification.table.json' with { type: 'json' };
import infraRpc from './archetypes/infra-rpc.table.json' with { type: 'json' };
import llmInference from './archetypes/llm-inference.table.json' with { type: 'json' };
import marketplaceBroker from './archetypes/marketplace-broker.table.json' with { type: 'json' };
import mcpToolset from './archetypes/mcp-toolset.table.json' with { type: 'json' };
import mediaGeneration from './archetypes/media-generation.table.json' with { type: 'json' };
import messaging from './archetypes/messaging.table.json' with { type: 'json' };
import monitoringAlert from './archetypes/monitoring-alert.table.json' with { type: 'json' };
import outOfScope from './archetypes/out-of-scope.table.json' with { type: 'json' };
import proxyCaptcha from './archetypes/proxy-captcha.table.json' with { type: 'json' };
import quoteFunnel from './archetypes/quote-funnel.table.json' with { type: 'json' };
import reportAudit from './archetypes/report-audit.table.json' with { type: 'json' };
import searchRetrieval from './archetypes/search-retrieval.table.json' with { type: 'json' };
import signedRecord from './archetypes/signed-record.table.json' with { type: 'json' };
import stream from './archetypes/stream.table.json' with { type: 'json' };
import transformDoc from './archetypes/transform-doc.table.json' with { type: 'json' };
import translation from './archetypes/translation.table.json' with { type: 'json' };
import unclear from './archetypes/unclear.table.json' with { type: 'json' };
import verificationAttest from './archetypes/verification-attest.table.json' with { type: 'json' };
import { routesIn } from './route-rows.ts';

/**
 * What an API may sell: one file for each archetype, with the first routes that suit the kinds of offer within it.
 * A route is the smallest unit a stranger's agent can buy without an account. Weights of cues are expert-set: 4 names
 * the kind beyond doubt, 3 names it, 2 suggests it, 1 agrees with it, 5 and more puts it out of scope.
 */
export const ROUTES = [
  dataLookup,
  searchRetrieval,
  enrichment,
  documentExtraction,
  transformDoc,
  translation,
  llmInference,
  mediaGeneration,
  computeJob,
  gpuRental,
  reportAudit,
  datasetEdition,
  monitoringAlert,
  verificationAttest,
  identityVerification,
  signedRecord,
  infraRpc,
  fileStorage,
  proxyCaptcha,
  stream,
  messaging,
  humanLabelling,
  quoteFunnel,
  mcpToolset,
  marketplaceBroker,
  humanService,
  outOfScope,
  unclear,
].flatMap(routesIn);

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
