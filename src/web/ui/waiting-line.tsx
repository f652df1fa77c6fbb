/** The line at the top of the window while something that was asked for is on its way; a quick answer never shows it. */
export function WaitingLine() {
  return <div className="page-progress" aria-hidden="true" />;
}
