import type { Recipe } from './Recipe.ts'
import { readRecipes } from './readRecipes.ts'
import { writeRecipes } from './writeRecipes.ts'

/** The rules of the cookbook, in the order of its page. */
export const recipes: Recipe[] = [...readRecipes, ...writeRecipes]
