import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function NavigationIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="m3 11 19-9-9 19-2-8z" />
    </LineIcon>
  );
}
