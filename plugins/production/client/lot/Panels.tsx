import { LotAnswers } from '../answers/LotAnswers.tsx';
import type { Panel } from './LotStore.ts';
import { BuildEnd } from './panels/BuildEnd.tsx';
import { Hold } from './panels/Hold.tsx';
import { Merge } from './panels/Merge.tsx';
import { Moves } from './panels/Moves.tsx';
import { Skip } from './panels/Skip.tsx';
import { Split } from './panels/Split.tsx';
import type { StepProps } from './StepProps.ts';

/** What is opened beside a lot. */
export default function Panels({ panel, ...props }: StepProps & { panel: Panel }) {
  switch (panel) {
    case 'split':
      return <Split {...props} />;
    case 'merge':
      return <Merge {...props} />;
    case 'hold':
      return <Hold {...props} />;
    case 'answers':
      return <LotAnswers {...props} />;
    case 'moves':
      return <Moves {...props} />;
    case 'skip':
      return <Skip {...props} />;
    case 'COMPLETE':
    case 'FAIL':
      return <BuildEnd {...props} event={panel} />;
  }
}
