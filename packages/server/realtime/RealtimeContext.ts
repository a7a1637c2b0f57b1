import type { RecordsContext } from '../records/RecordsContext.ts'
import type { Audiences } from './Audiences.ts'
import type { SlowOnes } from './TimeBudget.ts'

/** What describing changes to their listeners needs of the app. */
export interface RealtimeContext extends Pick<RecordsContext, 'config' | 'db' | 'catalog'> {
  /** The clients that listen to changes, in the thread that deletes records. */
  audiences: Audiences
  /** Audiences whose subscription options took long to evaluate. */
  slowAudiences: SlowOnes
}
