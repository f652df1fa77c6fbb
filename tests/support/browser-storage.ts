/** Storage whose keys are its own properties, as a browser's are. */
export class BrowserStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return (Object.hasOwn(this, key) ? this[key] : null) as string | null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}
