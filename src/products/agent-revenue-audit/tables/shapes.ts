import type { SentencePart } from '../parts.ts';

/** The row shapes of the rule tables, and short constructors for the fields of a route. Rows are plain JSON: their digest is published. */

export type ArchetypeId =
  | 'data_lookup'
  | 'search_retrieval'
  | 'enrichment'
  | 'document_extraction'
  | 'transform_doc'
  | 'translation'
  | 'llm_inference'
  | 'media_generation'
  | 'compute_job'
  | 'gpu_rental'
  | 'report_audit'
  | 'dataset_edition'
  | 'monitoring_alert'
  | 'verification_attest'
  | 'identity_verification'
  | 'signed_record'
  | 'infra_rpc'
  | 'file_storage'
  | 'proxy_captcha'
  | 'stream'
  | 'messaging'
  | 'human_labelling'
  | 'quote_funnel'
  | 'mcp_toolset'
  | 'marketplace_broker'
  | 'human_service'
  | 'out_of_scope';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
export type JsonSchema = { readonly [key: string]: JsonValue };

/** One field of a request or a response, with the value it has in the fixture. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: JsonValue;
}

/** One first paid route: what an archetype looks like for one kind of offer. */
export interface RouteRow {
  readonly id: string;
  readonly archetype: ArchetypeId | 'unclear';
  /** Cue phrase → weight. The first row of an archetype is its default. */
  readonly cues: Readonly<Record<string, number>>;
  readonly noun: string;
  readonly plural: string;
  /** The unit of value, as a noun phrase that begins with "one". */
  readonly unit: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly band: string;
  /** The class where people do the work: the price of their hours. */
  readonly bandByHand?: string;
  /** No public class is about this unit: the band is the nearest one. */
  readonly nearestClass?: true;
  /** Calls of the seller's present meter that one unit holds. */
  readonly callsPerUnit: number;
  readonly request: readonly Field[];
  readonly response: readonly Field[];
  /** What the free preview leaves out. */
  readonly redaction: string;
  /** A valid request that has no answer, and a request that is refused. */
  readonly empty: string;
  readonly bad: string;
  readonly notFirst: readonly (readonly [alternative: string, reason: string])[];
  readonly remark: string;
  /** Free routes that belong to the paid one: where a quote is asked for, or a result is read. */
  readonly companions?: readonly (readonly [method: 'GET' | 'POST', path: string, what: string])[];
}

export type Stage = 'discover' | 'contact' | 'offer' | 'challenge' | 'pay' | 'deliver' | 'trust' | 'all';

export interface FrictionRow {
  readonly id: string;
  readonly name: string;
  readonly stage: Stage;
  readonly effort: 'S' | 'M' | 'L';
  readonly day: string;
  readonly cues: readonly string[];
  /** Cues that say money was already lost: they go to the top whatever the stage. */
  readonly lossCues?: readonly string[];
  /** Stated facts that rule the friction out. */
  readonly clears?: readonly string[];
  readonly effect: readonly SentencePart[];
  readonly fix: readonly SentencePart[];
  readonly done: readonly SentencePart[];
}

/**
 * What a seller says stands in an agent's way, read clause by clause. `says` names it; `unless` is searched in the same
 * sentence and takes it back; `cleared` anywhere rules it out. Every quantifier is bounded. `example` is a sentence
 * that must be found.
 */
export interface ClaimRow {
  readonly friction: string;
  readonly says: RegExp;
  readonly unless?: RegExp;
  readonly cleared?: RegExp;
  /** Only where no price stands in the whole text. */
  readonly onlyUnpriced?: true;
  /** Only where one unit has no stated price. */
  readonly onlyWithoutUnitPrice?: true;
  /** Whatever price is stated: the words say all. */
  readonly always?: true;
  /** Only in this field. */
  readonly only?: string;
  readonly example: string;
}

type Extra = Readonly<Record<string, JsonValue>>;

const field = (name: string, schema: JsonSchema, example: JsonValue, required = true): Field => ({
  name,
  required,
  schema,
  example,
});

export const text = (
  name: string,
  about: string,
  example: string,
  maxLength = 200,
  extra: Extra = {},
): Field => field(name, { type: 'string', minLength: 1, maxLength, description: about, ...extra }, example);

export const whole = (
  name: string,
  about: string,
  example: number,
  minimum: number,
  maximum: number,
): Field => field(name, { type: 'integer', minimum, maximum, description: about }, example);

export const figure = (name: string, about: string, example: number): Field =>
  field(name, { type: 'number', description: about }, example);

export const flag = (name: string, about: string, example: boolean): Field =>
  field(name, { type: 'boolean', description: about }, example);

export const choice = (name: string, about: string, values: readonly string[], example: string): Field =>
  field(name, { type: 'string', enum: values, description: about }, example);

export const instant = (name: string, about: string, example: string): Field =>
  field(name, { type: 'string', format: 'date-time', description: about }, example);

export const digest = (name: string, about: string): Field =>
  field(
    name,
    { type: 'string', pattern: '^sha256:[0-9a-f]{64}$', description: about },
    `sha256:${'ab'.repeat(32)}`,
  );

export const texts = (name: string, about: string, example: readonly string[], maxItems = 20): Field =>
  field(
    name,
    { type: 'array', maxItems, items: { type: 'string', maxLength: 200 }, description: about },
    example,
  );

/** A list of flat objects; the examples of its fields make the one example item. */
export const listField = (name: string, about: string, of: readonly Field[], maxItems = 20): Field =>
  field(name, { type: 'array', maxItems, description: about, items: objectSchema(of) }, [objectExample(of)]);

export const optional = (one: Field): Field => ({ ...one, required: false });

export function objectSchema(fields: readonly Field[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((one) => [one.name, one.schema])),
    required: fields.filter((one) => one.required).map((one) => one.name),
    additionalProperties: false,
  };
}

export const objectExample = (fields: readonly Field[]): { readonly [key: string]: JsonValue } =>
  Object.fromEntries(fields.map((one) => [one.name, one.example]));
