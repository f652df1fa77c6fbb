import { AyurvedaArt } from '#web/art/ayurveda-art.tsx';
import type { DrawingProps } from '#web/art/drawing.tsx';
import { HerbalismArt } from '#web/art/herbalism-art.tsx';
import { artTypeOf } from '#web/art/type-icon.tsx';
import { YogaArt } from '#web/art/yoga-art.tsx';

/** The large drawing of a service type (400 units square). */
export function TypeArt({ type, ...props }: DrawingProps & { type: string }) {
  const art = artTypeOf(type);
  if (art === 'HERBALISM') return <HerbalismArt {...props} />;
  if (art === 'YOGA') return <YogaArt {...props} />;
  return <AyurvedaArt {...props} />;
}
