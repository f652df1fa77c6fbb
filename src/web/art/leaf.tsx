type LeafProps = {
  id: string;
  /** Path data, from the stalk at 0 0 upwards: the whole edge, and the half of it that is tinted. */
  outline: string;
  half: string;
  midrib: string;
  /** Small leaves have none. */
  veins?: string;
  /** A colour of the theme. */
  tint: string;
};

/** A leaf for `use`, in the order of the animation in art.css: ground, tint, veins, midrib, edge. */
export function Leaf({ id, outline, half, midrib, veins, tint }: LeafProps) {
  return (
    <g id={id}>
      <path d={outline} fill="var(--art-ground)" stroke="none" />
      <path className="tint" d={half} fill={tint} stroke="none" />
      {veins !== undefined && <path className="vein" d={veins} strokeWidth="1" opacity=".55" />}
      <path className="draw" pathLength={1} d={midrib} />
      <path className="draw" pathLength={1} d={outline} />
    </g>
  );
}
