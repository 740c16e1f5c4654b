export { default as FRICTIONS } from './frictions.table.json' with { type: 'json' };

/** Frictions that come with a kind of unit unless the text rules them out: what these units break on most. A route id goes before its archetype. */
export const STRUCTURAL: Readonly<Record<string, readonly string[]>> = {
  data_lookup: ['F23'],
  search_retrieval: ['F21', 'F23'],
  enrichment: ['F21', 'F24'],
  'doc-qr': ['F21'],
  'enrich-product': ['F21'],
  transform_doc: ['F24', 'F21'],
  llm_inference: ['F13'],
  media_generation: ['F21'],
  compute_job: ['F13', 'F22'],
  report_audit: ['F17', 'F22'],
  dataset_edition: ['F17', 'F23'],
  monitoring_alert: ['F22', 'F21'],
  verification_attest: ['F18', 'F23'],
  infra_rpc: ['F16', 'F19'],
  mcp_toolset: ['F10', 'F12'],
  marketplace_broker: ['F20', 'F19'],
  human_service: ['F26', 'F17'],
  out_of_scope: ['F25'],
  document_extraction: ['F24', 'F21'],
  translation: ['F21'],
  gpu_rental: ['F13', 'F19'],
  identity_verification: ['F24', 'F22'],
  signed_record: ['F18', 'F19'],
  file_storage: ['F19', 'F18'],
  proxy_captcha: ['F21', 'F13'],
  stream: ['F19', 'F23'],
  messaging: ['F24', 'F19'],
  human_labelling: ['F26', 'F22'],
  quote_funnel: ['F31', 'F21'],
};

/** Earliest broken stage first: an agent never reaches the later ones. */
export const STAGES = [
  'discover',
  'contact',
  'offer',
  'challenge',
  'pay',
  'deliver',
  'trust',
  'all',
] as const;
