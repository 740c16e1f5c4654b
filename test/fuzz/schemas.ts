import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [name: string]: unknown;
}

/** The schemas of an OpenAPI 3.1 document, compiled as what they are: JSON Schema 2020-12. */
export class OpenApiSchemas {
  private readonly ajv: Ajv2020;
  private readonly document: Document;
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(document: unknown) {
    this.document = document as Document;
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', ...(document as object) }, 'openapi');
  }

  /** Validator of the schema at a JSON pointer (`/paths/~1status/get/…/schema`). */
  at(pointer: string): ValidateFunction {
    let validate = this.compiled.get(pointer);
    if (!validate) {
      validate = this.ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` });
      this.compiled.set(pointer, validate);
    }
    return validate;
  }

  /** Pointers of all schemas of requests, answers and parameters. */
  pointers(): string[] {
    const found: string[] = [];
    const walk = (value: unknown, pointer: string) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        const next = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        if (key === 'schema') found.push(next);
        else if (key !== 'example' && key !== 'examples') walk(inner, next);
      }
    };
    walk(this.document.paths, '/paths');
    return found;
  }

  /** Throws when a schema or a reference does not hold, or when there is none. */
  compileAll(): void {
    const pointers = this.pointers();
    if (pointers.length === 0) throw new Error('there is no schema');
    for (const pointer of pointers) this.at(pointer);
    for (const [path, operations] of Object.entries(this.document.paths))
      for (const [method, operation] of Object.entries(operations as Record<string, { responses?: object }>))
        if (!operation.responses || Object.keys(operation.responses).length === 0)
          throw new Error(`${method} ${path} describes no response`);
  }
}
