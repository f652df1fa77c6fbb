/** How the provider misbehaves, for tests. All off unless a test says otherwise. */
export type Switches = {
  /** Milliseconds that every answer of the API comes late. The work is done at once. */
  api_delay_ms: number;
  /**
   * refuse: 400. error_before: 500, nothing done. error_after: 500 although it was done (and the key keeps that
   * answer). reset_before, reset_after: the connection closes without an answer.
   */
  api_fault: 'none' | 'refuse' | 'error_before' | 'error_after' | 'reset_before' | 'reset_after';
  /** The next so many matching requests fail; -1: all. */
  api_fault_times: number;
  /** Only requests whose "METHOD /path" contains this. */
  api_fault_on: string;
  /** Refunds wait for the bank, as they do on some days. */
  refund_pending: boolean;
  /** Milliseconds before each event is sent. */
  webhook_delay_ms: number;
  /** The first so many tries of each event are lost on the way. */
  webhook_drop: number;
  /** Each event is delivered this many times. */
  webhook_copies: number;
  /** Each event also goes out under a second id. */
  webhook_twins: boolean;
  /** Events wait until so many are there, then go in reverse order; 0: off. */
  webhook_reorder: number;
  /** Events are recorded and never sent. */
  webhook_off: boolean;
};

export const ALL_OFF: Switches = {
  api_delay_ms: 0,
  api_fault: 'none',
  api_fault_times: -1,
  api_fault_on: '',
  refund_pending: false,
  webhook_delay_ms: 0,
  webhook_drop: 0,
  webhook_copies: 1,
  webhook_twins: false,
  webhook_reorder: 0,
  webhook_off: false,
};
