import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ViewPreview, viewPreviewQuery } from '../../../queries/collections/viewPreview.ts'
import { fieldErrorsOf, isAborted, messageOf, statusOf } from '../../../queries/connection/failure.ts'
import { queryFaults } from './queryFaults.ts'

/** Milliseconds without a key after which a query is looked at, and those that a look is waited for while it is changed again. */
const rest = 500
const patience = 3000

interface ViewPreviewState {
  /** Absent until a query was right. */
  preview: ViewPreview | undefined
  /** The preview is not of the query as it is now: it is looked at, or about to be. */
  isOld: boolean
  isLoading: boolean
  /** Why the query as it is now cannot be used, in sentences. */
  faults: readonly string[]
}

const none: readonly string[] = []
const gaveUp = 'The server gave up on this query, which may take too long to be a view.'

/** A refusal that says nothing of the query is one for the time that it takes. */
const otherwise = (error: unknown): string => (statusOf(error) === 400 ? gaveUp : messageOf(error))

/** Looks at the query of a view as soon as it is left alone: one look after the other, and the last one is shown. */
export function useViewPreview(collection: string | undefined, query: string): ViewPreviewState {
  const [asked, setAsked] = useState(query)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...viewPreviewQuery(collection, asked),
    enabled: asked.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const isCurrent = query === asked

  useEffect(() => {
    if (isCurrent) return
    // What runs in the server cannot be stopped, so nothing is asked beside it unless it takes long.
    const timer = setTimeout(setAsked, isFetching ? patience : rest, query)
    return () => clearTimeout(timer)
  }, [isCurrent, query, isFetching])

  const isRefused = error !== null && !isFetching && !isAborted(error)
  return {
    preview: asked.trim() === '' ? undefined : data,
    isOld: !isCurrent || isPlaceholderData,
    isLoading: isFetching,
    faults: isRefused && isCurrent ? queryFaults(fieldErrorsOf(error), query, otherwise(error)) : none,
  }
}
