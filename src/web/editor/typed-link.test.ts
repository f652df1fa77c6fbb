import { expect, it } from 'vitest';
import { typedLink } from '#web/editor/typed-link.ts';

it.each([
  ['https://a.example/x', 'https://a.example/x'],
  [' www.a.example ', 'https://www.a.example'],
  ['a.example:8080/x?y#z', 'https://a.example:8080/x?y#z'],
  ['maren@a.example', 'mailto:maren@a.example'],
  ['mailto:maren@a.example', 'mailto:maren@a.example'],
  ['tel:+15035550142', 'tel:+15035550142'],
  ['sms:+15035550142', 'sms:+15035550142'],
  ['/blog', '/blog'],
  ['#tea', '#tea'],
  ['tea', null],
  ['the tea page', null],
  ['javascript:alert(1)', null],
  ['java\tscript:alert(1)', null],
  ['file:///etc/hosts', null],
  ['https', null],
  ['', null],
])('%j leads to %j', (typed, link) => expect(typedLink(typed)).toBe(link));
