/**
 * Passwords that pass the policy and are still guessed first (rules.md §2): a very common word with a very common
 * tail. Words and tails are matched separately, because lists of leaked passwords combine the same few of both.
 */
const WORDS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    'password p@ssword p@ssw0rd passw0rd pa$$word pa$$w0rd pass p@ss welcome w3lcome welc0me admin @dmin administrator ' +
    'qwerty qwertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx 1qaz2wsx abc abcd abcde abcdef abcdefg letmein ' +
    'iloveyou iloveu monkey dragon football baseball basketball soccer hockey sunshine princess master shadow ' +
    'superman batman spiderman pokemon starwars summer winter spring autumn fall hello hello123 hellokitty test ' +
    'testing tester demo login guest user root changeme change secret freedom whatever trustno michael jordan charlie ' +
    'jennifer jessica ashley daniel andrew thomas robert matthew joshua nicole amanda george hunter ranger buster ' +
    'killer pepper ginger cookie cheese chocolate banana orange apple lovely flower butterfly angel love forever ' +
    'lucky happy family friends mustang ferrari porsche mercedes harley yankees cowboys lakers eagles arsenal ' +
    'liverpool chelsea barcelona samsung google facebook computer internet microsoft windows default temp ' +
    'temporary january february march april june july august september october november december monday ' +
    'friday sunday america india london newyork yoga namaste wellness healing ayurveda herbal health meditation'
  ).split(' '),
);
const TAIL =
  /^(?:[!@#$*._-]{0,3}(?:\d{1,2}|123|1234|12345|123456|321|007|(\d)\1\1|(?:19|20)\d\d)?[!@#$*.?]{0,3})$/;
/** Characters that replace letters, as in P@$$w0rd; 1 may be an i or an l. */
const LETTER_OF: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
/** Letters of the longest word. */
const LONGEST = 14;
const KEYBOARD: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    '1qaz@wsx 1qaz!qaz !qaz2wsx !qaz1qaz 1q2w3e4r! q1w2e3r4! qwer1234! qwer!234 1234qwer! abcd1234! abcd!234 asdf1234! ' +
    'aa123456! aa@123456 a123456! a1b2c3d4! zaq12wsx! zaq!2wsx !@#$%^&* 12345678 123456789 1234567890 11111111'
  ).split(' '),
);

/**
 * True for a very common word with a very common tail, in any case and with characters that replace letters. The server
 * passes a longer list of `words` than browsers should download.
 */
export function isCommonPassword(password: string, words: ReadonlySet<string> = WORDS): boolean {
  const lower = password.toLowerCase();
  if (KEYBOARD.has(lower)) return true;
  for (let length = 3; length <= Math.min(lower.length, LONGEST); length++)
    if (isWord(lower.slice(0, length), words) && TAIL.test(lower.slice(length))) return true;
  return false;
}

function isWord(text: string, words: ReadonlySet<string>): boolean {
  if (words.has(text)) return true;
  const letters = text.replace(/[^a-z]/g, (sign) => LETTER_OF[sign] ?? sign);
  return (
    words.has(letters) ||
    words.has(text.replaceAll('1', 'l').replace(/[^a-z]/g, (sign) => LETTER_OF[sign] ?? sign))
  );
}
