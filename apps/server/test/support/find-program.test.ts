import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findProgram } from './find-program.ts';

describe('a program that no package brings', () => {
  // Without apt-get in the path nothing is installed, whoever runs this.
  beforeEach(() => void vi.stubEnv('PATH', ''));
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('skips its tests with a line that says so', () => {
    vi.stubEnv('CI', undefined);
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(findProgram(['no-such-program'], ['no-such-package'], 'things')).toBeNull();
    expect(write).toHaveBeenCalledWith(expect.stringContaining('SKIPPED: things'));
  });

  it('fails the run in CI', () => {
    vi.stubEnv('CI', 'true');
    expect(() => findProgram(['no-such-program'], ['no-such-package'], 'things')).toThrow(
      'CI does not skip tests of things',
    );
  });
});
