import { aCupOfGinger } from './posts/a-cup-of-ginger.ts';
import { dryingCalendula } from './posts/drying-calendula.ts';
import { keepingTulsi } from './posts/keeping-tulsi.ts';
import { kitchariOnAGreySunday } from './posts/kitchari-on-a-grey-sunday.ts';
import { restWithoutSleeping } from './posts/rest-without-sleeping.ts';
import { sixJars } from './posts/six-jars.ts';
import { tenBreaths } from './posts/ten-breaths.ts';
import { warmOil } from './posts/warm-oil.ts';
import { whatTheChairIsFor } from './posts/what-the-chair-is-for.ts';
import type { SeedPost } from './types.ts';

/** The blog, newest first. */
export const seedPosts: SeedPost[] = [
  aCupOfGinger,
  keepingTulsi,
  tenBreaths,
  warmOil,
  whatTheChairIsFor,
  dryingCalendula,
  kitchariOnAGreySunday,
  sixJars,
  restWithoutSleeping,
];
