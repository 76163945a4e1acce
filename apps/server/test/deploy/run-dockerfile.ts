import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface Image {
  /** Where the image's file system begins; its work directory is inside. */
  workDir: string;
  env: Record<string, string>;
  command: string[];
  user: string | null;
}

interface Stage extends Image {
  name: string;
  root: string;
}

interface Build {
  dir: string;
  context: string;
  /** Patterns of the files that a build does not get from its context. */
  ignored: string[];
  stages: Stage[];
}

const NODE_IMAGE = /^node:[\d.]+-/;
const words = (text: string): string[] => text.trim().split(/\s+/);
const run = promisify(execFile);

function begin(rest: string, { dir, stages }: Build): Stage {
  const [base = '', , name = String(stages.length)] = words(rest);
  const root = join(dir, name);
  const from = stages.find((stage) => stage.name === base);
  if (!from && !NODE_IMAGE.test(base)) throw new Error(`FROM ${base}: neither a stage nor a Node image`);
  mkdirSync(root, { recursive: true });
  if (from) cpSync(from.root, root, { recursive: true, verbatimSymlinks: true });
  const workDir = from ? join(root, from.workDir.slice(from.root.length)) : root;
  return {
    name,
    root,
    workDir,
    env: { ...from?.env },
    command: from?.command ?? [],
    user: from?.user ?? null,
  };
}

function copy(rest: string, stage: Stage, { context, ignored, stages }: Build): void {
  const [, from, paths] = /^(?:--from=(\S+)\s+)?(.*)$/s.exec(rest) ?? [];
  const sources = words(paths ?? '');
  const target = sources.pop() ?? '';
  const origin = from === undefined ? context : stages.find(({ name }) => name === from)?.root;
  if (origin === undefined) throw new Error(`COPY --from=${from}: no such stage`);
  const isKept = (path: string): boolean =>
    from !== undefined || !ignored.some((pattern) => matchesGlob(relative(context, path), pattern));
  for (const source of sources) {
    const file = join(origin, source);
    if (!existsSync(file)) throw new Error(`COPY ${source}: it does not exist`);
    const isInto = target.endsWith('/') && !(from !== undefined && target === './');
    const to = isInto
      ? resolve(stage.workDir, target, source.split('/').at(-1) ?? '')
      : resolve(stage.workDir, target);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(file, to, { recursive: true, verbatimSymlinks: true, filter: isKept });
  }
}

async function runShell(rest: string, stage: Stage): Promise<void> {
  // The image's Node is the one that runs us.
  const text = rest.replaceAll('/usr/local/bin/node', process.execPath);
  await run('/bin/sh', ['-ec', text], {
    cwd: stage.workDir,
    env: { ...process.env, ...stage.env },
    maxBuffer: 64 * 1024 * 1024,
  });
}

/**
 * Carries out a Dockerfile in folders under `dir`, without a container engine: the same copies from the same sources,
 * the same commands. Knows FROM, WORKDIR, ENV, COPY, RUN, USER, CMD and `.dockerignore`; what it does not know and cannot skip throws.
 */
export async function runDockerfile(file: string, context: string, dir: string): Promise<Image> {
  const ignored = words(readFileSync(join(context, '.dockerignore'), 'utf8'));
  const build: Build = { dir, context, ignored, stages: [] };
  const lines = readFileSync(file, 'utf8').replaceAll(/\\\n/g, ' ').split('\n');
  for (const line of lines.filter((text) => text.trim() !== '' && !text.startsWith('#'))) {
    const [, keyword = '', rest = ''] = /^([A-Z]+)\s+(.*)$/s.exec(line) ?? [];
    const stage = build.stages.at(-1);
    if (keyword === 'FROM') build.stages.push(begin(rest, build));
    else if (!stage) throw new Error(`${keyword} before FROM`);
    else if (keyword === 'WORKDIR') {
      stage.workDir = join(stage.root, rest);
      mkdirSync(stage.workDir, { recursive: true });
    } else if (keyword === 'ENV') {
      for (const pair of words(rest)) stage.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    } else if (keyword === 'COPY') copy(rest, stage, build);
    else if (keyword === 'RUN') await runShell(rest, stage);
    else if (keyword === 'USER') stage.user = rest;
    else if (keyword === 'CMD') stage.command = JSON.parse(rest) as string[];
    else if (!['EXPOSE', 'HEALTHCHECK'].includes(keyword)) throw new Error(`${keyword} is not known here`);
  }
  const last = build.stages.at(-1);
  if (!last) throw new Error('no stage');
  return last;
}
