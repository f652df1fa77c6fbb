/** Returns what connects a field with its key of a draft: `name` is also what a refusal calls it. */
export const bindFields =
  <Draft extends object>(draft: Draft, onType: (change: Partial<Draft>) => void) =>
  <Key extends keyof Draft & string>(name: Key) => ({
    name,
    value: draft[name],
    onChange: (value: Draft[Key]) => onType({ [name]: value } as unknown as Partial<Draft>),
  });
