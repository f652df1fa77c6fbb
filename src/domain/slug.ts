/**
 * A blog post's urlPath (product.md §2.1.2): the title lowercased, runs of non-alphanumerics turned to hyphens,
 * trimmed. A title without any gives ''; saving a post requires a slug that is not empty and unique.
 */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
