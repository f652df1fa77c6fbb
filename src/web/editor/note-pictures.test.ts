import { describe, expect, it } from 'vitest';
import { mustResize, pictureFile } from '#web/editor/note-pictures.ts';

const long = 'A'.repeat(100_001);

describe('a picture inside pasted text', () => {
  it.each([
    ['a large data URL', `data:image/png;base64,${long}`, true],
    ['a drawing that could carry script', 'data:image/svg+xml;base64,PHN2Zz4=', true],
    ['a file that is not a picture', 'DATA:text/html,<b>x</b>', true],
    ['a small one', 'data:image/png;base64,AAAA', false],
    ['a picture of another site', `https://example.com/${long}.png`, false],
  ])('%s', (_what, source, unfit) => {
    expect(mustResize(source)).toBe(unfit);
  });

  it('is decoded byte for byte, also with line breaks', async () => {
    const file = pictureFile('data:image/png;charset=x;base64,iVBO\nRw0K');
    expect(file.type).toBe('image/png');
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
  });

  it.each(['data:image/png,AAAA', 'data:image/png;base64,!!', 'https://example.com/a.png'])(
    'is rejected: %s',
    (source) => {
      expect(() => pictureFile(source)).toThrow();
    },
  );
});
