/**
 * A blog post's urlPath (spec §2): the title lowercased, runs of non-alphanumerics turned to hyphens,
 * trimmed. A title without any gives ''; who saves a post sees to it that slugs are not empty and unique.
 */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
