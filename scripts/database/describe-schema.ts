import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

interface Field {
  name: string;
  dbName?: string | null;
  kind: 'scalar' | 'enum' | 'object' | 'unsupported';
  type: string;
  nativeType?: [name: string, args: string[]] | null;
  isList: boolean;
  isRequired: boolean;
  default?: unknown;
  relationFromFields?: string[];
  relationToFields?: string[];
  relationOnDelete?: string;
  relationOnUpdate?: string;
}

interface Model {
  name: string;
  dbName: string | null;
  fields: Field[];
}

interface Index {
  model: string;
  type: 'id' | 'normal' | 'unique' | 'fulltext';
  algorithm?: string;
  fields: { name: string; sortOrder?: 'asc' | 'desc' }[];
}

interface Datamodel {
  enums: { name: string; dbName?: string | null; values: { name: string; dbName?: string | null }[] }[];
  models: Model[];
  indexes: Index[];
}

const SERVER = fileURLToPath(new URL('../../apps/server/', import.meta.url));
const GENERATOR = fileURLToPath(new URL('print-datamodel.ts', import.meta.url));

const COLUMN_TYPES: Record<string, string> = {
  String: 'text',
  Boolean: 'boolean',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Decimal: 'numeric(65,30)',
  DateTime: 'timestamp(3) without time zone',
  Json: 'jsonb',
  Bytes: 'bytea',
};
const NATIVE_TYPES: Record<string, (argument: string) => string> = {
  VarChar: (length) => `character varying${length}`,
  Char: (length) => `character${length}`,
  Timestamptz: (precision) => `timestamp${precision} with time zone`,
  Timestamp: (precision) => `timestamp${precision} without time zone`,
  Decimal: (precision) => `numeric${precision}`,
  SmallInt: () => 'smallint',
  Real: () => 'real',
  Date: () => 'date',
  Uuid: () => 'uuid',
  Inet: () => 'inet',
  Json: () => 'json',
};
/** Defaults that Prisma generates in the client; the column has none. */
const CLIENT_DEFAULTS = new Set(['uuid', 'cuid', 'ulid', 'nanoid', 'auto']);

/**
 * The facts of `schemaFile` about the database, one per line, in the format of `describeDatabase`. Validates the
 * schema.
 */
export async function describeSchema(schemaFile: string): Promise<Set<string>> {
  const datamodel = await readDatamodel(schemaFile);
  const facts = datamodel.enums.map((type) => {
    const values = type.values.map((value) => value.dbName ?? value.name);
    return `enum ${type.dbName ?? type.name} (${values.join(', ')})`;
  });
  for (const model of datamodel.models) facts.push(...describeModel(model, datamodel));
  for (const index of datamodel.indexes) facts.push(describeIndex(index, datamodel));
  return new Set(facts);
}

/**
 * Prisma parses the schema and passes it to our generator: its documented way to export a schema, without an engine.
 */
async function readDatamodel(schemaFile: string): Promise<Datamodel> {
  const dir = mkdtempSync(join(tmpdir(), 'datamodel-'));
  try {
    const [schema, file] = [join(dir, 'schema.prisma'), join(dir, 'datamodel.json')];
    const block = [`provider = "node '${GENERATOR}'"`, `output = "${dir}"`, `file = "${file}"`];
    const added = `\ngenerator datamodel {\n${block.map((line) => `  ${line}\n`).join('')}}\n`;
    // A field that the client leaves out is a column all the same; generators are not told of it.
    const present = readFileSync(schemaFile, 'utf8').replaceAll(/\s@ignore\b/g, '');
    writeFileSync(schema, present + added);
    const prisma = join(SERVER, 'node_modules/prisma/build/index.js');
    const args = [prisma, 'generate', '--schema', schema, '--generator', 'datamodel'];
    // Any existing file works: it is not run, and with it Prisma downloads no engine.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
    await promisify(execFile)(process.execPath, args, { cwd: SERVER, env });
    return (JSON.parse(readFileSync(file, 'utf8')) as { datamodel: Datamodel }).datamodel;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function describeModel(model: Model, datamodel: Datamodel): string[] {
  const table = tableOf(model);
  const columns = model.fields.filter((field) => field.kind !== 'object');
  const relations = model.fields.filter((field) => field.relationFromFields?.length);
  return [
    ...columns.map((field) => {
      const isNotNull = field.isRequired && !field.isList;
      const suffix = (isNotNull ? ' not null' : '') + (hasColumnDefault(field) ? ' default' : '');
      return `column ${table}.${field.dbName ?? field.name} ${columnType(field, datamodel)}${suffix}`;
    }),
    ...relations.map((field) => describeRelation(field, model, datamodel)),
  ];
}

function columnType(field: Field, { enums }: Datamodel): string {
  const type =
    field.kind === 'enum' ? enumType(field, enums) : (nativeType(field) ?? COLUMN_TYPES[field.type]);
  if (type === undefined) throw new Error(`no column type is known for ${field.type} of field ${field.name}`);
  return type + (field.isList ? '[]' : '');
}

function nativeType({ name, nativeType: native }: Field): string | undefined {
  if (!native) return undefined;
  const write = NATIVE_TYPES[native[0]];
  if (native[0] !== 'Text' && !write) throw new Error(`add @db.${native[0]} of field ${name} to this script`);
  return write?.(native[1].length > 0 ? `(${native[1].join(',')})` : '');
}

function enumType(field: Field, enums: Datamodel['enums']): string {
  const name = enums.find((type) => type.name === field.type)?.dbName ?? field.type;
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name}"`;
}

function hasColumnDefault({ default: value }: Field): boolean {
  if (value === undefined) return false;
  const isFunction = typeof value === 'object' && value !== null && 'name' in value;
  return !isFunction || !CLIENT_DEFAULTS.has(String(value.name));
}

function describeRelation(field: Field, model: Model, datamodel: Datamodel): string {
  const target = findModel(field.type, datamodel);
  const from = columnNames(model, field.relationFromFields ?? []);
  const to = columnNames(target, field.relationToFields ?? []);
  const onDelete = field.relationOnDelete ?? (field.isRequired ? 'Restrict' : 'SetNull');
  const rule = `on delete ${onDelete} on update ${field.relationOnUpdate ?? 'Cascade'}`;
  return `foreign key ${tableOf(model)}(${from.join(', ')}) to ${tableOf(target)}(${to.join(', ')}) ${rule}`;
}

function describeIndex({ model: name, type, algorithm, fields }: Index, datamodel: Datamodel): string {
  const model = findModel(name, datamodel);
  const columns = fields.map(
    (field) => columnNames(model, [field.name])[0] + (field.sortOrder === 'desc' ? ' desc' : ''),
  );
  const kind = { id: 'primary key', unique: 'unique index', normal: 'index', fulltext: 'index' }[type];
  const method = algorithm && algorithm !== 'BTree' ? ` using ${algorithm.toLowerCase()}` : '';
  return `${kind} ${tableOf(model)}(${columns.join(', ')})${method}`;
}

function findModel(name: string, { models }: Datamodel): Model {
  const model = models.find((candidate) => candidate.name === name);
  if (!model) throw new Error(`the schema has no model ${name}`);
  return model;
}

function tableOf(model: Model): string {
  return model.dbName ?? model.name;
}

function columnNames(model: Model, names: string[]): string[] {
  return names.map((name) => model.fields.find((field) => field.name === name)?.dbName ?? name);
}
