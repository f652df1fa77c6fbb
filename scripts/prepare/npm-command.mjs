/**
 * True if npm has been asked to run this command: its name for it stands in the environment of everything below.
 * @param {string | undefined} command
 */
export function isNpmCommand(command) {
  return process.env.npm_lifecycle_event?.replace(':', '-') === command;
}
