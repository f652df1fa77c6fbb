import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function ChevronsUpDownIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="m7 15 5 5 5-5" />
      <path d="m7 9 5-5 5 5" />
    </LineIcon>
  );
}
