import { ROUTES } from '../tables/routes.ts';
import type { ArchetypeId, RouteRow } from '../tables/shapes.ts';

/**
 * What the learnt part tells apart: kinds by what the buyer gets back. Several archetypes may be one such kind, and one
 * archetype may sell two. The same words label the sets of `data/audit`.
 */
const KIND_OF: Readonly<Record<string, string>> = {
  data_lookup: 'data_lookup',
  enrichment: 'data_lookup',
  infra_rpc: 'data_lookup',
  search_retrieval: 'search',
  document_extraction: 'document_extraction',
  transform_doc: 'conversion',
  'doc-qr': 'generation_media',
  'doc-transcribe': 'text_inference',
  translation: 'translation',
  llm_inference: 'text_inference',
  media_generation: 'generation_media',
  compute_job: 'code_execution',
  gpu_rental: 'gpu_rental',
  report_audit: 'research_report',
  human_service: 'research_report',
  dataset_edition: 'dataset_export',
  monitoring_alert: 'monitoring_watch',
  verification_attest: 'verification_scoring',
  identity_verification: 'identity_verification',
  signed_record: 'signed_record',
  file_storage: 'file_storage',
  proxy_captcha: 'proxy_captcha',
  stream: 'stream',
  messaging: 'messaging',
  human_labelling: 'human_labelling',
  quote_funnel: 'quote_funnel',
  marketplace_broker: 'ordering_booking',
};

export const UNDECIDED = 'undecided';

export const kindWordOf = ({ id, archetype }: Pick<RouteRow, 'id' | 'archetype'>): string =>
  KIND_OF[id] ?? KIND_OF[archetype] ?? UNDECIDED;

/** The archetypes that sell a kind, the usual one first. */
export const archetypesOf = (kind: string): readonly ArchetypeId[] => [
  ...new Set(
    ROUTES.filter((row) => kindWordOf(row) === kind && row.archetype !== 'unclear')
      .sort((a, b) => Number(KIND_OF[a.id] !== undefined) - Number(KIND_OF[b.id] !== undefined))
      .map((row) => row.archetype as ArchetypeId),
  ),
];

/** The friction that each word of the labels stands for, where it is learnt. */
export const FRICTION_OF: Readonly<Record<string, string>> = {
  account_required: 'F33',
  api_key_required: 'F01',
  card_only: 'F05',
  charged_for_failures: 'F20',
  contact_sales: 'F03',
  free_trial_only: 'F35',
  human_work: 'F26',
  licence_limits: 'F37',
  low_conversion: 'F39',
  low_volume: 'F32',
  monthly_minimum: 'F34',
  no_schema: 'F09',
  not_listed: 'F10',
  personal_data: 'F24',
  rate_limited: 'F36',
  slow_async: 'F22',
  subscription_only: 'F02',
  unpriced_units: 'F38',
};
