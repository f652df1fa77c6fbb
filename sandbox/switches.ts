/** How the provider misbehaves in tests. All switches are off by default. */
export type Switches = {
  /** Delays every API answer by these milliseconds. The work is done at once. */
  api_delay_ms: number;
  /**
   * refuse: 400. error_before: 500 and nothing done. error_after: 500 although it was done (and the key stores that
   * answer). reset_before, reset_after: the connection closes without an answer.
   */
  api_fault: 'none' | 'refuse' | 'error_before' | 'error_after' | 'reset_before' | 'reset_after';
  /** How many matching requests fail; -1 means all. */
  api_fault_times: number;
  /** Only requests whose "METHOD /path" contains this text fail. */
  api_fault_on: string;
  /** Refunds stay pending until the bank accepts them. */
  refund_pending: boolean;
  /** Milliseconds before each event is sent. */
  webhook_delay_ms: number;
  /** The first attempts of each event that are lost. */
  webhook_drop: number;
  /** How many times each event is delivered. */
  webhook_copies: number;
  /** Sends each event again under a second id. */
  webhook_second_id: boolean;
  /** Holds events until this many are pending, then sends them in reverse order; 0 is off. */
  webhook_reorder: number;
  /** Events are recorded but never sent. */
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
  webhook_second_id: false,
  webhook_reorder: 0,
  webhook_off: false,
};
