import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function ArrowUpRightIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="M7 7h10v10M7 17 17 7" />
    </LineIcon>
  );
}
