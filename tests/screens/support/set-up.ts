// Runs before each file; the document is made once for all files of a process, as the router of the staff area is.
import './dom.ts';
