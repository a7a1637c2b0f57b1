import type { RuleTest, RuleTestResult } from '@coffer/schema'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ClientResponseError } from 'pocketbase'
import type { NewRules, RecordPage } from './access.ts'
import { client } from './connection/client.ts'

/** Runs rule tests of a stored collection, with its new rules. */
export function ruleTestsQuery(collection: string, rules: NewRules, tests: readonly RuleTest[]) {
  return queryOptions({
    queryKey: ['access', 'test', collection, rules, tests],
    queryFn: async ({ signal }): Promise<RuleTestResult[]> => {
      const body = { collection, rules, tests }
      const { results } = await client.send('/api/access/test', { method: 'POST', body, signal })
      return results
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

const pageSize = 30

/** Lists the records that the API returns for a test of a list, page by page. */
export function testedListQuery(collection: string, rules: NewRules, test: RuleTest) {
  return infiniteQueryOptions({
    queryKey: ['access', 'test', 'listed', collection, rules, test],
    queryFn: async ({ signal, pageParam }): Promise<RecordPage> => {
      const body = { collection, rules, tests: [test], page: pageParam }
      const { results } = await client.send('/api/access/test', { method: 'POST', body, signal })
      const [result]: RuleTestResult[] = results
      const { total, listed = [] } = result ?? {}
      return { page: pageParam, ...(total !== undefined && { totalItems: total }), items: listed.map(id => ({ id })) }
    },
    initialPageParam: 1,
    // A test can name the size of its pages.
    getNextPageParam: ({ page, items }: RecordPage) =>
      items.length === Number(test.query?.perPage ?? pageSize) ? page + 1 : undefined,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** A rule test that prevents a change of collections. */
export interface FailingTest {
  collection: string
  /** Whether it was run, and has failed. */
  hasRun: boolean
  /** What the test expects, and why it has not passed. */
  message: string
}

/** Returns the rule tests because of which a change was rejected; none if it was rejected for another reason. */
export function failingTestsOf(error: unknown): FailingTest[] {
  const failing: Record<string, Record<string, { code: string; message: string }>> = (error instanceof ClientResponseError &&
    error.response.data?.failingTests) ||
  {}
  return Object.entries(failing).flatMap(([collection, tests]) =>
    Object.values(tests).map(({ code, message }) => ({ collection, hasRun: code === 'rule_test_failed', message })),
  )
}
