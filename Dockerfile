FROM debian:13-slim
# Debian's Node only installs; the app runs on the Node that package.json pins.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates nodejs npm \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What a start and a build need, without the packages that test; npm then removes the headers of the pinned Node.
RUN npm ci --omit=dev --no-audit --no-fund && npm rebuild node && npm prune --omit=dev --no-save --no-audit --no-fund
COPY . .
RUN node_modules/node/bin/node scripts/build.ts

RUN useradd --system --uid 10001 --home-dir /data sattva && install -d -o sattva -m 700 /data
USER sattva
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["/app/node_modules/node/bin/node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["/app/node_modules/node/bin/node", "scripts/start.ts"]
