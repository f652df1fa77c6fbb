declare module 'vitest' {
  /** What the run's global set-up hands to every test file. */
  export interface ProvidedContext {
    /** Connection string of the server that all test files share. */
    databaseServer: string;
    /** The migrated database that every test database is copied from. */
    databaseTemplate: string;
    /** The same with the sample practice in it. */
    seededTemplate: string;
  }
}

export {};
