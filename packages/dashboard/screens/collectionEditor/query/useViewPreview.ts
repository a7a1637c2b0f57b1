import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ViewPreview, viewPreviewQuery } from '../../../queries/collections/viewPreview.ts'
import { fieldErrorsOf, isAborted, messageOf, statusOf } from '../../../queries/connection/failure.ts'
import { queryErrors } from './queryErrors.ts'

const debounceMs = 500
/** Time to wait for a running preview before requesting one for a changed query. */
const maxRunningWaitMs = 3000

interface ViewPreviewState {
  /** Undefined until a query was valid. */
  preview: ViewPreview | undefined
  /** Whether the query has changed since the preview. */
  isOld: boolean
  isLoading: boolean
  /** Errors of the current query, as sentences. */
  errors: readonly string[]
}

const none: readonly string[] = []
const timedOut = 'The query timed out. It may be too slow for a view.'

/** Returns the message for an error without details. A 400 without details means that the query timed out. */
const otherwise = (error: unknown): string => (statusOf(error) === 400 ? timedOut : messageOf(error))

/** Previews the query of a view once the user stops typing. Shows the last preview until the next one arrives. */
export function useViewPreview(collection: string | undefined, query: string): ViewPreviewState {
  const [requested, setRequested] = useState(query)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...viewPreviewQuery(collection, requested),
    enabled: requested.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const isCurrent = query === requested

  useEffect(() => {
    if (isCurrent) return
    // A query that runs on the server cannot be stopped, so a second one starts only if it takes long.
    const timer = setTimeout(setRequested, isFetching ? maxRunningWaitMs : debounceMs, query)
    return () => clearTimeout(timer)
  }, [isCurrent, query, isFetching])

  const hasFailed = error !== null && !isFetching && !isAborted(error)
  return {
    preview: requested.trim() === '' ? undefined : data,
    isOld: !isCurrent || isPlaceholderData,
    isLoading: isFetching,
    errors: hasFailed && isCurrent ? queryErrors(fieldErrorsOf(error), query, otherwise(error)) : none,
  }
}
