import type { RecordsContext } from '../records/RecordsContext.ts'
import type { Audiences } from './Audiences.ts'
import type { SlowSubscriptionCache } from './TimeBudget.ts'

/** The parts of the app that creating realtime events needs. */
export interface RealtimeContext extends Pick<RecordsContext, 'config' | 'db' | 'catalog'> {
  /** The current subscriptions. Only the writer has them, because it deletes records. */
  audiences: Audiences
  /** Subscriptions whose options took long to evaluate. */
  slowAudiences: SlowSubscriptionCache
}
