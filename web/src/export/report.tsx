/** The plan on paper, printed by the browser, which can also make a PDF of it. */
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { drawReport } from '../../../src/page.ts';
import { baseMap } from '../map/ground.tsx';
import { outdated, type Plan, plan } from '../state/document.ts';
import { Markup } from '../ui/markup.tsx';

const printing = signal(false);

export function printReport(): void {
  printing.value = true;
}

export function Report() {
  const current = plan.value;
  return printing.value && current ? <Paper plan={current} /> : null;
}

function Paper({ plan: { instance, solution } }: { readonly plan: Plan }) {
  const isOutdated = outdated.value;
  const markup = useMemo(() => drawReport(instance, solution, isOutdated, baseMap.value), [instance, solution, isOutdated]);
  useEffect(() => {
    const done = () => (printing.value = false);
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, []);
  return <Markup tag="article" class="report" lang={instance.units.language} markup={markup} />;
}
