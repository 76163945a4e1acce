import { expect, it } from 'vitest';
import { admitBySteps, type AdmissionHost, repeatSteps } from './admit-by-steps.ts';
import { BEARER_ADMISSION, type BearerStep } from './bearer/bearer-admission.ts';
import { SIGNED_ADMISSION, type SignedStep } from './signed/signed-admission.ts';

type Name = SignedStep | BearerStep;
const NAMES = [...SIGNED_ADMISSION, ...BEARER_ADMISSION].map(({ name }) => name);
const COUNTED = new Set<Name>(['checkApp', 'checkTimestamp', 'checkSignature', 'checkCredential']);

/** A host whose steps write down their names; those in `refusing` refuse, every other step at once. */
function createHost(...refusing: readonly Name[]) {
  const done: string[] = [];
  const steps = NAMES.map((name, index) => [
    name,
    (call: string, route: string) => {
      done.push(`${name} ${call} ${route}`);
      if (refusing.includes(name)) throw new Error(name);
      return index % 2 === 0 ? Promise.resolve() : undefined;
    },
  ]);
  const countFailure = (call: string): void => void done.push(`failure ${call}`);
  const host = { ...Object.fromEntries(steps), countFailure } as AdmissionHost<Name, string, string>;
  return { host, done };
}

it.each([{ steps: SIGNED_ADMISSION }, { steps: BEARER_ADMISSION }])(
  'takes the steps in their order, and ends at the first that refuses',
  async ({ steps }) => {
    const names = steps.map(({ name }) => name);
    const all = createHost();
    await admitBySteps<Name, string, string>(steps, all.host, 'call', 'route');
    expect(all.done).toEqual(names.map((name) => `${name} call route`));
    for (const [index, name] of names.entries()) {
      const { host, done } = createHost(...names.slice(index));
      await expect(admitBySteps<Name, string, string>(steps, host, 'call', 'route')).rejects.toThrow(name);
      const passed = names.slice(0, index + 1).map((each) => `${each} call route`);
      expect(done).toEqual(COUNTED.has(name) ? [...passed, 'failure call'] : passed);
    }
  },
);

it('answers with the limit of failures before the refusal that reached it', async () => {
  const { host } = createHost('checkSignature');
  const limited = { ...host, countFailure: () => Promise.reject(new Error('too many')) };
  await expect(
    admitBySteps<Name, string, string>(SIGNED_ADMISSION, limited, 'call', 'route'),
  ).rejects.toThrow('too many');
});

it.each([
  {
    steps: SIGNED_ADMISSION,
    repeated: ['findApp', 'checkApp', 'checkAddress', 'checkPermission'],
  },
  {
    steps: BEARER_ADMISSION,
    repeated: ['findHolder', 'checkCredential', 'checkAddress', 'checkScope'],
  },
] as const)(
  'asks again, in their order, the steps by which a call may be refused later',
  async ({ steps, repeated }) => {
    const all = createHost();
    await repeatSteps(steps, all.host, 'call', 'route');
    expect(all.done).toEqual(repeated.map((name) => `${name} call route`));
    for (const [index, name] of repeated.entries()) {
      const { host, done } = createHost(...repeated.slice(index));
      await expect(repeatSteps(steps, host, 'call', 'route')).rejects.toThrow(name);
      expect(done).toEqual(repeated.slice(0, index + 1).map((each) => `${each} call route`));
    }
  },
);
