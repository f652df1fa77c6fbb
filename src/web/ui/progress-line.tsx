/** The line at the top of the window while something loads; a quick response does not show it. */
export function ProgressLine() {
  return <div className="page-progress" aria-hidden="true" />;
}
