import { expect, test } from 'vitest';
import { fileNameOf } from '#staff/clients/save-file.ts';

test.each([
  ['Zoë O’Neill', 'zoe-oneill.zip'],
  ['../../etc/passwd', 'etc-passwd.zip'],
  ['CON: a|b?*"<>\n', 'con-a-b.zip'],
  ['山田 太郎', '山田-太郎.zip'],
  ['\u202egpj.exe', 'gpj-exe.zip'],
  ['…', 'client.zip'],
  ['a'.repeat(300), `${'a'.repeat(60)}.zip`],
])('the file of %j is %s', (name, file) => expect(fileNameOf(name)).toBe(file));
