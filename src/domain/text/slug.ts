/**
 * Returns a blog post's urlPath (product.md §2.1.2): the title in lower case, runs of non-alphanumerics as hyphens,
 * trimmed. It is '' for a title without alphanumerics; saving a post needs a slug that is unique and not empty.
 */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
