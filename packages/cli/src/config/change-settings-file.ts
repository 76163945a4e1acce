import { writePrivately } from '../private-file.ts';
import { readSettingsFile, type FileSettings } from '../settings-file.ts';

/**
 * Changes settings of a file, or creates it. At any moment the file is whole, and only its owner can read it.
 *
 * @throws UsageError when the file is invalid, open to other users, or cannot be written.
 */
export async function changeSettingsFile(file: string, changes: FileSettings): Promise<void> {
  const settings = { ...(await readSettingsFile(file)), ...changes };
  await writePrivately(file, `${JSON.stringify(settings, null, 2)}\n`);
}
