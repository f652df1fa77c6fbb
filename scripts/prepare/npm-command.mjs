/**
 * True if npm runs this command: npm passes the name of the script to all processes below it.
 * @param {string | undefined} command
 */
export function isNpmCommand(command) {
  return process.env.npm_lifecycle_event?.replace(':', '-') === command;
}
