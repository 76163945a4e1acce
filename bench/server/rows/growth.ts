import type { Contender } from '../contender.ts';
import { TEN_MILLION } from '../goals.ts';
import type { Row } from '../measure-row.ts';
import { createLoad } from './create.ts';
import { millions } from './get.ts';
import { openService } from './open.ts';

// 2,000 Apps with so many each: ten million.
const HUGE_EACH = 5000;

export const growthRow: Row = {
  id: 'growth',
  title: 'Create an intent, by how many are stored',
  note: 'The service alone, each on a database of its own. A ratio above 1 is what the stored rows cost.',
  isOursAlone: true,
  async open(bench): Promise<Contender[]> {
    const empty = await bench.stage.prepareDatabase('growing', {
      ofFirstApp: 0,
      ofOthers: 0,
      isOursAlone: true,
    });
    const full = await millions(bench);
    const contenders = [
      await openService(bench, empty.service, createLoad(bench), { name: 'none stored' }),
      await openService(bench, full.service, createLoad(bench), {
        name: `${bench.plan.listRows.toLocaleString('en')} stored`,
      }),
    ];
    if (!bench.plan.isHuge) return contenders;
    const huge = await bench.stage.prepareDatabase('huge', {
      ofFirstApp: HUGE_EACH,
      ofOthers: HUGE_EACH,
      isOursAlone: true,
    });
    return [...contenders, await openService(bench, huge.service, createLoad(bench), { name: TEN_MILLION })];
  },
};
