# SPDX-License-Identifier: Apache-2.0
# Tally's program in a small container:  docker build -t tally . && docker run --rm -v "$PWD:/data" tally fit iris.csv --target species
# Everything in it comes from Debian's packages and these sources.
FROM debian:bookworm-slim AS build
COPY . /src
WORKDIR /src
RUN tools/setup program package && tools/make-deb --program /packages

FROM debian:bookworm-slim
COPY --from=build /packages /packages
RUN apt-get update && apt-get install -y --no-install-recommends /packages/tally_*.deb \
 && rm -rf /packages /var/lib/apt/lists/* /var/cache/apt /var/cache/debconf /var/log/apt /var/log/dpkg.log
RUN useradd --system --user-group --home-dir /data --create-home --shell /usr/sbin/nologin tally
USER tally
WORKDIR /data
EXPOSE 8080
ENTRYPOINT ["tally"]
CMD ["--help"]
