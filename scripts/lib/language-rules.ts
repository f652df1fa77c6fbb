const ODD = /\b(?:told|tells?|beside|nobody|somebody|letGo|isTold)\b/i;
const STRING = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/g;
const COMMENT = /^\s*(?:\/\*|\{\/\*|\*|\/\/)|(?<![:'"`])\/\/ /;
/** What people read in JSX has spaces around its words; a name is called, assigned, read or closed. */
const NAME = /\b(?:told|tells?|letGo|[a-z]+(?:Told|ELSEWHERE)|ELSEWHERE)\b(?=\s*[(:;,=)\]}]|\.\w)/;
const DOCSTRING =
  /\/\*\*\s*(?:\*\s)?(?<first>\S+)(?:(?!\*\/)[^])*\*\/\nexport (?:(?:async )?function \w|const \w+ = (?:async )?[(<])/g;
const SUBJECT = /^[a-z][\w ,/-]*: [a-z]/;
const LONGEST_SUBJECT = 72;

/** Finds what the code does not say: odd words in names and comments, and docstrings of functions that begin without a verb. */
export function findOddLanguage(path: string, text: string): string[] {
  const lines = text.split('\n').flatMap((line, at) => {
    const bare = line.replace(STRING, '').replace(/“[^”]*”/g, '');
    const found = (COMMENT.test(bare) ? ODD : NAME).exec(bare);
    return found
      ? [`${path}:${at + 1}  "${found[0]}": name what happens (send, read, refuse, next to, someone)`]
      : [];
  });
  if (!/^src\/(?:domain|contract|server\/ports)\/(?!.*\.test\.)/.test(path)) return lines;
  const docstrings = [...text.matchAll(DOCSTRING)]
    .filter(({ groups }) => !/^(?:[A-Z][a-z]+s|True)$/.test(groups!.first!))
    .map(({ index, groups }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${path}:${line}  "${groups!.first!}": a docstring of a function begins with a verb (Returns, Writes)`;
    });
  return [...lines, ...docstrings];
}

/** Finds subjects of commits that are too long or are no `area: verb`. */
export const findOddSubjects = (subjects: readonly string[]): string[] =>
  subjects
    .filter((subject) => subject.length > LONGEST_SUBJECT || !SUBJECT.test(subject))
    .map((subject) => `commit "${subject}": at most ${LONGEST_SUBJECT} characters, as "area: verb"`);
