"""The table of credential shapes: one row a rule. Adding a rule is adding a row.

A rule is tried where one of its `starts` stands inside a run of token characters, so each pattern begins with a start.
`lead` is what must stand immediately before the start and is masked with it. Minimum lengths are lenient (a prefix and 10 to
20 characters), because tools cut their output inside tokens. Examples are written as templates that `specimen` fills, so
that no credential-shaped text stands in this repository.

The shapes are facts from the providers' documentation, cross-checked with the published rule lists of gitleaks (MIT) and
GitHub secret scanning; no code of theirs is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_T = "[A-Za-z0-9_-]"
_A = "[A-Za-z0-9]"
_H = "[0-9a-fA-F]"
_B = "[A-Za-z0-9+/_=-]"


@dataclass(frozen=True, slots=True)
class Rule:
    """One credential shape.

    `name` stands in the mask; `starts` are literals; `pattern` matches from a start on; `protects` and `source` are for
    people; `example` and `counter` are templates (see `specimen`) that the tests hold against the rule. `weak` starts
    occur in ordinary words: the rest must hold a digit and must not read like an identifier. A row without starts
    is tried at the beginning of every run; `inner` starts may follow a letter or digit.
    """

    name: str
    starts: tuple[str, ...]
    pattern: str
    protects: str
    source: str
    example: str
    counter: str
    lead: str = ""
    inner: bool = False
    weak: bool = False


_GITLEAKS = "gitleaks rule list"
_GITHUB = "GitHub secret scanning, supported patterns"


def _row(
    name: str,
    starts: str,
    pattern: str,
    protects: str,
    example: str,
    counter: str,
    *,
    source: str = _GITHUB,
    lead: str = "",
    inner: bool = False,
    weak: bool = False,
) -> Rule:
    return Rule(name, tuple(starts.split()), pattern, protects, source, example, counter, lead, inner, weak)


# fmt: off
RULES: tuple[Rule, ...] = (
    # Model providers
    _row("anthropic-key", "sk-ant-", rf"sk-ant-{_T}{{12,2048}}", "Anthropic API, admin and OAuth", "sk-ant-api03-<url93>AA", "sk-ant-..."),
    _row("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-", rf"sk-(?:proj|svcacct|admin|None)-{_T}{{10,2048}}", "OpenAI API", "sk-proj-<url60>", "sk-proj-..."),
    _row("openrouter-key", "sk-or-", rf"sk-or-{_T}{{12,512}}", "OpenRouter API", "sk-or-v1-<hex64>", "sk-or-v1-..."),
    _row("langfuse-key", "sk-lf-", rf"sk-lf-{_T}{{10,64}}", "Langfuse secret key", "sk-lf-<hex8>-<hex4>-<hex4>-<hex4>-<hex12>", "sk-lf-...", source="Langfuse docs"),
    _row("xai-key", "xai-", rf"xai-{_T}{{16,256}}", "xAI API", "xai-<an80>", "xai-provider-settings-panel", weak=True),
    _row("groq-key", "gsk_", rf"gsk_{_A}{{12,256}}", "Groq API", "gsk_<an52>", "gsk_list_view_widget", weak=True),
    _row("perplexity-key", "pplx-", rf"pplx-{_A}{{12,256}}", "Perplexity API", "pplx-<an48>", "pplx-70b-online-chat", weak=True),
    _row("nvidia-key", "nvapi-", rf"nvapi-{_T}{{12,256}}", "NVIDIA API", "nvapi-<url64>", "nvapi-..."),
    _row("huggingface-token", "hf_ api_org_", rf"(?:hf|api_org)_{_A}{{14,256}}", "Hugging Face", "hf_<an34>", "hf_hub_download_with_retries", weak=True),
    _row("replicate-token", "r8_", rf"r8_{_A}{{14,64}}", "Replicate", "r8_<an37>", "r8_format_texture", weak=True),
    _row("together-key", "tgp_v1_", rf"tgp_v1_{_T}{{14,128}}", "Together AI", "tgp_v1_<url43>", "tgp_v1_<low4>", source="Together docs"),
    _row("fireworks-key", "fw_", rf"fw_{_A}{{20,64}}", "Fireworks AI", "fw_<an24>", "fw_update_controller_state", weak=True, source="Fireworks docs"),
    _row("cerebras-key", "csk-", rf"csk-{_A}{{20,128}}", "Cerebras", "csk-<low48>", "csk-list-of-components", weak=True, source="Cerebras docs"),
    _row("tavily-key", "tvly-", rf"tvly-{_T}{{14,128}}", "Tavily", "tvly-dev-<an32>", "tvly-search-provider-plugin", weak=True, source="Tavily docs"),
    _row("firecrawl-key", "fc-", rf"fc-{_H}{{20,64}}", "Firecrawl", "fc-<hex32>", "fc-match-all-fonts-list", weak=True, source="Firecrawl docs"),
    _row("jina-key", "jina_", rf"jina_{_T}{{20,128}}", "Jina AI", "jina_<hex32><an32>", "jina_embeddings_v3_retrieval", weak=True, source="Jina docs"),
    _row("voyage-key", "pa-", rf"pa-{_T}{{30,128}}", "Voyage AI", "pa-<url43>", "pa-rallel-runner-with-long-component-names", weak=True, source="Voyage docs"),
    _row("pinecone-key", "pcsk_", rf"pcsk_{_T}{{14,256}}", "Pinecone", "pcsk_<an6>_<an60>", "pcsk_...", source="Pinecone docs"),
    _row("langsmith-key", "lsv2_", rf"lsv2_(?:pt|sk)_{_T}{{12,128}}", "LangSmith", "lsv2_pt_<hex32>_<hex10>", "lsv2_format"),
    _row("anyscale-key", "esecret_", rf"esecret_{_A}{{14,128}}", "Anyscale", "esecret_<an26>", "esecret_value", source="Anyscale docs"),
    _row("modal-token", "ak- as-", rf"a[ks]-{_A}{{20,32}}", "Modal", "ak-<an22>", "as-soon-as-possible-please", weak=True, source="Modal docs"),
    _row("runpod-key", "rpa_", rf"rpa_{_A}{{20,64}}", "RunPod", "rpa_<an46>", "rpa_workflow_definition_name", weak=True, source="RunPod docs"),
    _row("cursor-key", "key_", rf"key_{_H}{{40,128}}", "Cursor", "key_<hex64>", "key_to_the_highway", weak=True, source="Cursor docs"),
    _row("helicone-key", "sk-helicone-", rf"sk-helicone-{_T}{{10,64}}", "Helicone", "sk-helicone-<low7>-<low7>-<low7>-<low7>", "sk-helicone-...", source="Helicone docs"),
    # Code hosting
    _row("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9_.-]{10,1024}", "GitHub classic, OAuth and app tokens", "ghp_<an36>", "ghp_...", inner=True),
    _row("github-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{12,512}", "GitHub fine-grained tokens", "github_pat_<an22>_<an59>", "github_pat_...", inner=True),
    _row("gitlab-token", "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct- glwt-", r"gl(?:pat|dt|rtr|rt|cbt|ptt|ft|soat|imt|agent|oas|ffct|wt)-[A-Za-z0-9_.-]{10,512}", "GitLab tokens of every kind", "glpat-<url20>", "glpat-...", inner=True, source="GitLab docs, token prefixes"),
    _row("gitlab-token", "GR1348941", rf"GR1348941{_T}{{10,64}}", "GitLab runner registration", "GR1348941<url20>", "GR1348941"),
    _row("atlassian-token", "ATATT3 ATCTT3 ATBB ATSTT3", r"AT(?:[ACS]TT3|BB)[A-Za-z0-9_=.-]{12,512}", "Atlassian and Bitbucket", "ATATT3xFfGF0<url150>=<up8>", "ATBBreviation"),
    # Cloud
    _row("aws-key-id", "AKIA ASIA ABIA ACCA A3T", r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{10,17}(?![A-Za-z0-9_])", "AWS access key id", "AKIA<upb16>", "AKIAinfo_table_row_renderer"),
    _row("aws-bedrock-key", "ABSK bedrock-api-key-", r"(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/=-]{24,2048}", "AWS Bedrock API key", "ABSK<b64100>", "ABSKeleton", weak=True),
    _row("aws-session-token", "IQoJb3JpZ2lu FwoGZXIvYXdz", r"(?:IQoJb3JpZ2lu|FwoGZXIvYXdz)[A-Za-z0-9/+=_%-]{8,4096}", "AWS session token", "IQoJb3JpZ2luX2Vj<b64120>", "IQoJ", source="AWS STS docs"),
    _row("gcp-api-key", "AIza", rf"AIza{_T}{{14,64}}", "Google API key", "AIza<url35>", "AIzaPrefixDocumentation", weak=True),
    _row("google-oauth", "ya29. 1//0", r"(?:ya29\.|1//0)[A-Za-z0-9_.-]{16,2048}", "Google OAuth access and refresh tokens", "ya29.<url120>", "ya29.com"),
    _row("google-oauth", "GOCSPX-", rf"GOCSPX-{_T}{{10,64}}", "Google OAuth client secret", "GOCSPX-<url28>", "GOCSPX-..."),
    _row("azure-client-secret", "Q~", r"Q~[A-Za-z0-9_~.-]{12,64}", "Microsoft Entra client secret", "<an3>8Q~<url34>", "FAQ~", lead=r"(?<![A-Za-z0-9])[A-Za-z0-9_~.-]{3}\d", inner=True, source="Microsoft docs"),
    _row("azure-devops-pat", "AZDO", rf"AZDO{_A}{{4,8}}(?![A-Za-z0-9])", "Azure DevOps token", "<an76>AZDO<an4>", "AZDO1234", lead=r"[A-Za-z0-9]{60,80}", inner=True, source="Microsoft docs"),
    _row("azure-key", "JQQJ9 AzCa AzSe AzFu", r"(?:JQQJ9|AzCa|AzSe|AzFu)[A-Za-z0-9/+=]{5,40}", "Azure keys with an identifying signature", "<an52>JQQJ99<an20>", "JQQJ9", lead=r"[A-Za-z0-9/+]{40,76}", inner=True, source="Microsoft docs, identifiable keys"),
    _row("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", rf"do[opr]_v1_{_H}{{12,128}}", "DigitalOcean", "dop_v1_<hex64>", "dop_v1_..."),
    _row("heroku-token", "HRKU-", rf"HRKU-{_T}{{12,128}}", "Heroku", "HRKU-AA<url58>", "HRKU-..."),
    _row("netlify-token", "nfp_ nfc_ nfo_ nfu_ nfb_", rf"nf[pcoub]_{_A}{{14,64}}", "Netlify", "nfp_<an36>", "nfc_reader_device_list", weak=True),
    _row("vercel-token", "vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_", rf"(?:vc[piark]|vercel_blob_rw)_{_T}{{14,128}}", "Vercel", "vcp_<an56>", "vcp_list_of_components", weak=True, source="Vercel changelog"),
    _row("fly-token", "fo1_ fm1_ fm2_ fm1a_ fm1r_ FlyV1", r"(?:fo1_|fm[12][ar]?_|FlyV1 fm\d_)[A-Za-z0-9/+=_,-]{16,4096}", "Fly.io", "fo1_<url43>", "fo1_table", source=_GITLEAKS),
    _row("render-key", "rnd_", rf"rnd_{_A}{{16,64}}", "Render", "rnd_<an32>", "rnd_number_generator", weak=True, source="Render docs"),
    _row("supabase-key", "sbp_ sb_secret_", rf"(?:sbp_{_H}{{14,128}}|sb_secret_{_T}{{14,128}})", "Supabase", "sbp_<hex40>", "sb_secret_key"),
    _row("planetscale-token", "pscale_", r"pscale_(?:tkn|pw|oauth|oid)_[A-Za-z0-9_.=-]{12,128}", "PlanetScale", "pscale_tkn_<url43>", "pscale_tkn_..."),
    _row("neon-key", "napi_", rf"napi_{_A}{{20,128}}", "Neon", "napi_<an64>", "napi_create_function_handler", weak=True, source="Neon docs"),
    _row("mongodb-key", "mdb_sa_sk_", rf"mdb_sa_sk_{_T}{{12,128}}", "MongoDB Atlas service account", "mdb_sa_sk_<url40>", "mdb_sa_sk_"),
    _row("databricks-token", "dapi dkea dose", rf"(?:dapi|dkea|dose){_H}{{14,64}}(?:-\d)?(?![A-Za-z])", "Databricks", "dapi<hex32>", "dapifacade"),
    _row("cloudflare-token", "v1.0-", rf"v1\.0-{_H}{{16,32}}-{_H}{{16,256}}", "Cloudflare origin CA key", "v1.0-<hex24>-<hex146>", "v1.0-beta", source=_GITLEAKS),
    _row("cloudflare-token", "cfut_ cfat_ cfk_", rf"cf(?:ut|at|k)_{_T}{{20,128}}", "Cloudflare", "cfut_<an40>", "cfat_list_of_components_here", weak=True, source="Cloudflare docs"),
    _row("alibaba-key-id", "LTAI", rf"LTAI{_A}{{12,40}}", "Alibaba Cloud key id", "LTAI<an20>", "LTAInitializer", weak=True),
    _row("tencent-key-id", "AKID", rf"AKID{_A}{{20,40}}", "Tencent Cloud key id", "AKID<an32>", "AKIDentifierRegistryLookup", weak=True),
    _row("yandex-key", "AQVN y0_ YCAJE t1.9", r"(?:AQVN|y0_|YCAJE|t1\.9)[A-Za-z0-9_.=-]{20,512}", "Yandex Cloud", "AQVN<url36>", "y0_axis_label_formatter_name", weak=True),
    _row("scalingo-token", "tk-us-", rf"tk-us-{_T}{{20,64}}", "Scalingo", "tk-us-<url48>", "tk-us-locale-dictionary-file", weak=True, source=_GITLEAKS),
    _row("tailscale-key", "tskey-", rf"tskey-[a-z]{{2,20}}-{_T}{{10,128}}", "Tailscale", "tskey-auth-<an17>-<an32>", "tskey-auth"),
    _row("openshift-token", "sha256~", rf"sha256~{_T}{{16,64}}", "OpenShift user token", "sha256~<url43>", "sha256~", source=_GITLEAKS),
    # Messages and mail
    _row("slack-token", "xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxe- xoxc- xoxd- xoxe.xox", r"xox(?:[abcdeoprs]|e\.xox[bp])-[A-Za-z0-9%/+-]{10,1024}", "Slack", "xoxb-<dig12>-<dig13>-<an24>", "xoxb-..."),
    _row("slack-token", "xapp- xwfp-", rf"x(?:app|wfp)-{_T}{{10,256}}", "Slack app-level token", "xapp-1-A<up10>-<dig13>-<hex64>", "xapp-demo", weak=True),
    _row("discord-token", "", r"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{20,40}", "Discord bot", "M<an25>.<an6>.<url38>", "M.s.t"),
    _row("telegram-token", "AA", rf"AA{_T}{{12,36}}", "Telegram bot", "<dig10>:AA<url33>", "10:AAA", lead=r"(?<![A-Za-z0-9])\d{6,12}:", source="Telegram docs"),
    _row("twilio-key", "SK AC", r"(?:SK|AC)[0-9a-f]{20,32}(?![A-Za-z0-9_])", "Twilio API key and account", "SK<hex32>", "SKeleton"),
    _row("sendgrid-key", "SG.", r"SG\.[A-Za-z0-9_-]{12,32}(?:\.[A-Za-z0-9_-]{0,64})?", "SendGrid", "SG.<url22>.<url43>", "SG.Controls"),
    _row("mailgun-key", "key- pubkey-", rf"key-{_H}{{20,64}}", "Mailgun", "key-<hex32>", "key-press-handler"),
    _row("mailgun-key", "", r"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9a-f-])", "Mailgun sending key", "<hex32>-<hex8>-<hex8>", "a-00000000"),
    _row("mailchimp-key", "", r"[0-9a-f]{32}-us\d{1,2}(?!\w)", "Mailchimp", "<hex32>-us18", "eu-us2"),
    _row("brevo-key", "xkeysib- xsmtpsib-", rf"x(?:key|smtp)sib-{_T}{{16,128}}", "Brevo", "xkeysib-<hex64>-<an16>", "xkeysib-..."),
    _row("resend-key", "re_", rf"re_{_A}{{8}}_{_A}{{16,40}}", "Resend", "re_<an8>_<an24>", "re_compiled_pattern_cache", weak=True, source="Resend docs"),
    _row("postmark-key", "POSTMARK_", rf"POSTMARK_(?!API){_T}{{20,64}}", "Postmark", "POSTMARK_<an36>", "POSTMARK_SERVER_TOKEN_NAME", weak=True),
    _row("messagebird-key", "live_ test_", rf"(?:live|test)_{_A}{{20,64}}", "MessageBird, Lob, GoCardless, Mollie", "live_<an25>", "test_renderer_component", weak=True, source=_GITLEAKS),
    # Payments and shops
    _row("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_ sk_org_", rf"[sr]k_(?:live|test|prod|org)_{_T}{{10,512}}", "Stripe, Paystack, Clerk", "sk_live_<an24>", "sk_live_..."),
    _row("stripe-webhook-secret", "whsec_", r"whsec_[A-Za-z0-9+/=]{14,256}", "Stripe and Svix webhook signing", "whsec_<an32>", "whsec_..."),
    _row("square-token", "EAAA sq0atp- sq0csp- sq0idp-", rf"(?:EAAA|sq0(?:atp|csp)-){_T}{{12,256}}", "Square", "sq0atp-<url22>", "EAAAnimation", weak=True),
    _row("shopify-token", "shpat_ shpss_ shpca_ shppa_ shpua_", rf"shp(?:at|ss|ca|pa|ua)_{_H}{{12,64}}", "Shopify", "shpat_<hex32>", "shpat_..."),
    _row("paypal-token", "access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{12,20}\$[0-9a-f]{12,64}", "PayPal Braintree", "access_token$production$<low16>$<hex32>", "access_token$"),
    _row("flutterwave-key", "FLWSECK", r"FLWSECK(?:_TEST)?-[A-Za-z0-9]{10,64}(?:-X)?", "Flutterwave", "FLWSECK-<hex32>-X", "FLWSECK-"),
    _row("razorpay-key", "rzp_live_ rzp_test_", rf"rzp_(?:live|test)_{_A}{{10,32}}", "Razorpay", "rzp_live_<an14>", "rzp_live_key"),
    _row("plaid-token", "access-production- access-sandbox- access-development-", rf"access-(?:production|sandbox|development)-{_H}{{8}}-[0-9a-f-]{{8,32}}", "Plaid", "access-sandbox-<hex8>-<hex4>-<hex4>-<hex4>-<hex12>", "access-sandbox-mode"),
    _row("easypost-key", "EZAK EZTK", rf"EZ[AT]K{_A}{{14,64}}", "EasyPost", "EZAK<an54>", "EZTKinterface", weak=True),
    _row("shippo-token", "shippo_live_ shippo_test_", rf"shippo_(?:live|test)_{_H}{{12,64}}", "Shippo", "shippo_live_<hex40>", "shippo_live_mode"),
    _row("duffel-token", "duffel_live_ duffel_test_", r"duffel_(?:live|test)_[A-Za-z0-9_=-]{12,64}", "Duffel", "duffel_live_<url43>", "duffel_test_..."),
    _row("adyen-key", "AQE", r"AQE[A-Za-z0-9]{3}[A-Za-z0-9/+=]{30,200}", "Adyen", "AQEyhm<b64100>", "AQEdition", weak=True),
    _row("cashfree-key", "cfsk_ma_", rf"cfsk_ma_(?:prod|test)_{_T}{{20,64}}", "Cashfree", "cfsk_ma_prod_<hex32>_<hex8>", "cfsk_ma_x"),
    _row("lemonsqueezy-key", "pdl_", rf"pdl_(?:live|sdbx)_{_A}{{20,80}}", "Paddle", "pdl_live_<an50>", "pdl_layout"),
    # Developer tools
    _row("npm-token", "npm_", rf"npm_{_A}{{14,64}}", "npm", "npm_<an36>", "npm_config_registry_name", weak=True),
    _row("pypi-token", "pypi-", rf"pypi-{_T}{{16,2048}}", "PyPI", "pypi-AgEIcHlwaS5vcmc<url120>", "pypi-attestation-models", weak=True),
    _row("rubygems-key", "rubygems_", rf"rubygems_{_H}{{16,64}}", "RubyGems", "rubygems_<hex48>", "rubygems_version"),
    _row("nuget-key", "oy2", r"oy2[a-z0-9]{30,50}", "NuGet", "oy2<low43>", "oy2"),
    _row("cargo-token", "cio", rf"cio{_A}{{32}}(?![A-Za-z0-9])", "crates.io", "cio<an32>", "cioperator", weak=True),
    _row("clojars-token", "CLOJARS_", rf"CLOJARS_{_A}{{16,80}}", "Clojars", "CLOJARS_<low60>", "CLOJARS_USERNAME"),
    _row("docker-token", "dckr_pat_ dckr_oat_", rf"dckr_[po]at_{_T}{{10,64}}", "Docker Hub", "dckr_pat_<url27>", "dckr_pat_..."),
    _row("circleci-token", "CCIPAT_ CCIPRJ_", rf"CCIP(?:AT|RJ)_{_T}{{12,128}}", "CircleCI", "CCIPAT_<an22>_<hex40>", "CCIPAT_..."),
    _row("buildkite-token", "bkua_ bkaj_ bkpt_ bkpi_ bkps_ bkct_ bkat_", rf"bk(?:ua|aj|pt|pi|ps|ct|at)_{_A}{{14,80}}", "Buildkite", "bkua_<hex40>", "bkpt_list_of_points_here", weak=True),
    _row("sonar-token", "sqp_ squ_ sqa_", rf"sq[pua]_{_H}{{16,64}}", "SonarQube", "squ_<hex40>", "squ_are"),
    _row("snyk-token", "snyk_", r"snyk_[a-z]{2,8}\.[A-Za-z0-9_.-]{14,128}", "Snyk", "snyk_uat.<hex8>.<url40>", "snyk_test.js"),
    _row("artifactory-token", "AKCp", rf"AKCp{_A}{{16,128}}", "JFrog Artifactory", "AKCp5<an68>", "AKCparser", weak=True),
    _row("jfrog-token", "cmVmdGtuO", rf"cmVmdGtuO{_A}{{16,128}}", "JFrog reference token", "cmVmdGtuOjAx<an52>", "cmVmdGtuO"),
    _row("vault-token", "hvs. hvb. hvr.", r"hv[sbr]\.[A-Za-z0-9_-]{14,512}", "HashiCorp Vault", "hvs.<url95>", "hvs.init"),
    _row("vault-token", "s.", rf"s\.(?=[A-Za-z]{{0,20}}\d){_A}{{24}}(?![A-Za-z0-9_-]|\.[A-Za-z0-9])", "HashiCorp Vault, old form", "s.<an24>", "s.length", weak=True),
    _row("terraform-token", ".atlasv1.", r"\.atlasv1\.[A-Za-z0-9_=-]{12,128}", "Terraform Cloud", "<an14>.atlasv1.<url67>", "x.atlasv1.y", lead=r"[A-Za-z0-9]{10,20}", inner=True),
    _row("pulumi-token", "pul-", rf"pul-{_H}{{14,64}}", "Pulumi", "pul-<hex40>", "pul-request"),
    _row("postman-key", "PMAK- PMAT-", rf"PMA[KT]-{_T}{{14,128}}", "Postman", "PMAK-<hex24>-<hex34>", "PMAK-..."),
    _row("doppler-token", "dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.", r"dp\.(?:pt|st|sa|ct|scim|audit)\.[A-Za-z0-9_.-]{14,128}", "Doppler", "dp.pt.<an43>", "dp.pt.x"),
    _row("onepassword-token", "ops_eyJ", r"ops_eyJ[A-Za-z0-9+/=_-]{12,4096}", "1Password service account", "ops_eyJ<b64250>", "ops_eyJ"),
    _row("onepassword-token", "A3-", r"A3-[A-Z0-9]{6}-[A-Z0-9]{5,11}(?:-[A-Z0-9]{5,6}){2,5}", "1Password secret key", "A3-<up6>-<up6>-<up5>-<up5>-<up5>-<up5>", "A3-PAPER"),
    _row("age-key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{12,2048}", "age identity", "AGE-SECRET-KEY-1<up58>", "AGE-SECRET-KEY-1..."),
    _row("launchdarkly-key", "sdk- mob- rel-", rf"(?:sdk|mob|rel)-{_H}{{8}}-{_H}{{4}}-{_H}{{4}}-{_H}{{4}}-{_H}{{4,12}}", "LaunchDarkly", "sdk-<hex8>-<hex4>-<hex4>-<hex4>-<hex12>", "sdk-tools"),
    _row("octopus-key", "API-", r"API-[A-Z0-9]{24,32}(?![A-Za-z0-9])", "Octopus Deploy", "API-<up26>", "API-VERSION", weak=True),
    _row("prefect-key", "pnu_ pnb_", rf"pn[ub]_{_A}{{30,64}}", "Prefect", "pnu_<an36>", "pnu_x"),
    _row("readme-key", "rdme_", r"rdme_[a-z0-9]{20,90}", "ReadMe", "rdme_<low70>", "rdme_template_file_name", weak=True),
    _row("infracost-key", "ico-", rf"ico-{_A}{{24,40}}", "Infracost", "ico-<an32>", "ico-nset", weak=True),
    _row("harness-token", "", rf"[ps]at\.{_T}{{20,24}}\.{_H}{{20,24}}\.{_A}{{12,24}}", "Harness", "pat.<an22>.<hex24>.<an20>", "pat.tern"),
    _row("nightfall-key", "NF-", rf"NF-{_A}{{28,36}}", "Nightfall", "NF-<an32>", "NF-KB", weak=True),
    _row("shortcut-token", "sct_", rf"sct_[a-z]{{2,8}}_{_A}{{16,80}}", "Shortcut", "sct_ro_<an50>", "sct_x_y"),
    _row("unkey-token", "unkey_", rf"unkey_{_A}{{16,64}}", "Unkey", "unkey_<an22>", "unkey_registry_component", weak=True),
    _row("inngest-key", "signkey-", rf"signkey-[a-z]{{2,10}}-{_H}{{16,80}}", "Inngest", "signkey-prod-<hex64>", "signkey-prod"),
    _row("trigger-key", "tr_dev_ tr_prod_ tr_pat_ tr_stg_", rf"tr_(?:dev|prod|pat|stg)_{_A}{{14,64}}", "Trigger.dev", "tr_prod_<an24>", "tr_dev_mode"),
    _row("zuplo-key", "zpka_", rf"zpka_{_T}{{14,80}}", "Zuplo", "zpka_<hex32>_<hex8>", "zpka_x"),
    _row("deno-token", "ddp_ ddo_ ddw_", rf"dd[pow]_{_A}{{20,64}}", "Deno Deploy", "ddp_<an36>", "ddp_layout_component_list", weak=True),
    _row("expo-token", "expo_", rf"expo_{_T}{{30,64}}", "Expo", "expo_<url40>", "expo_router", weak=True, source="Expo docs"),
    # Work tools
    _row("linear-key", "lin_api_ lin_oauth_ lin_wh_", rf"lin_(?:api|oauth|wh)_{_A}{{12,128}}", "Linear", "lin_api_<an40>", "lin_api_..."),
    _row("notion-token", "ntn_", rf"ntn_{_A}{{14,64}}", "Notion", "ntn_<dig12><an34>", "ntn_server_selection", weak=True),
    _row("notion-token", "secret_", rf"secret_{_A}{{30,64}}", "Notion, old form", "secret_<an43>", "secret_manager_configuration_loader", weak=True),
    _row("airtable-token", "", rf"pat{_A}{{14}}\.[0-9a-f]{{16,64}}", "Airtable", "pat<an14>.<hex64>", "pattern.replace"),
    _row("figma-token", "figd_ figo_ figr_ figu_", rf"fig[doru]_{_T}{{14,128}}", "Figma", "figd_<url40>", "figd_..."),
    _row("asana-token", "", r"\d{12,20}(?:/\d{12,20})?:[0-9a-f]{16,64}", "Asana", "2/<dig16>/<dig16>:<hex32>", "1/2", lead="[12]/"),
    _row("typeform-token", "tfp_", rf"tfp_{_T}{{20,80}}", "Typeform", "tfp_<url44>_<an14>", "tfp_distribution_sample_layer", weak=True),
    _row("hubspot-token", "pat-na1- pat-eu1- pat-na2- pat-ap1-", rf"pat-(?:na|eu|ap)\d-{_H}{{8}}-[0-9a-f-]{{8,40}}", "HubSpot", "pat-na1-<hex8>-<hex4>-<hex4>-<hex4>-<hex12>", "pat-na1-x"),
    _row("contentful-token", "CFPAT-", rf"CFPAT-{_T}{{14,64}}", "Contentful", "CFPAT-<url43>", "CFPAT-..."),
    _row("mapbox-token", "sk.eyJ", r"sk\.eyJ[A-Za-z0-9_.-]{16,512}", "Mapbox secret token", "sk.eyJ<an60>.<url22>", "sk.eyJ"),
    _row("dropbox-token", "sl.", r"sl\.(?:[uB]\.)?[A-Za-z0-9_-]{40,2048}", "Dropbox", "sl.<url135>", "sl.length"),
    _row("facebook-token", "EAAC EAAB EAAG EAAD EAAJ EAAM EAAS EAAT", rf"EAA[A-Z]{_A}{{24,512}}", "Facebook", "EAACEd<an100>", "EAABeginning", weak=True),
    _row("instagram-token", "IGQV IGQW IGAA", rf"IG(?:Q[VW]|AA){_T}{{24,512}}", "Instagram", "IGQVJ<url80>", "IGQV"),
    _row("twitter-token", "AAAAAAAAAAAAAAAAAAAA", r"A{18,24}[A-Za-z0-9%]{14,256}", "Twitter bearer", "AAAAAAAAAAAAAAAAAAAAAA<an80>", "AAAAAAAAAAAAAAAAAAAA", weak=True),
    _row("adobe-secret", "p8e-", rf"p8e-{_A}{{14,64}}", "Adobe", "p8e-<low32>", "p8e-...", weak=True),
    _row("adafruit-key", "aio_", rf"aio_{_A}{{20,40}}", "Adafruit IO", "aio_<an28>", "aio_pika_connection_factory", weak=True),
    _row("frameio-token", "fio-u-", rf"fio-u-{_T}{{20,80}}", "Frame.io", "fio-u-<url64>", "fio-u-x"),
    _row("beamer-token", "b_", r"b_[A-Za-z0-9=_-]{44}(?![A-Za-z0-9_-])", "Beamer", "b_<an44>", "b_spline", weak=True, source=_GITLEAKS),
    _row("settlemint-token", "sm_aat_ sm_pat_ sm_sat_", rf"sm_(?:aat|pat|sat)_{_A}{{12,32}}", "SettleMint", "sm_pat_<an16>", "sm_pat_x"),
    _row("defined-token", "dnkey-", rf"dnkey-{_T}{{20,128}}", "Defined Networking", "dnkey-<an26>-<an52>", "dnkey-x"),
    _row("hashnode-token", "live_sk_", rf"live_sk_{_A}{{20,64}}", "secret keys with a live prefix", "live_sk_<an40>", "live_sk_x"),
    # Observability
    _row("newrelic-key", "NRAK- NRJS- NRII- NRRA- NRAA-", rf"NR(?:AK|JS|II|RA|AA)-{_T}{{12,64}}", "New Relic", "NRAK-<up27>", "NRAK-..."),
    _row("grafana-token", "glc_", r"glc_[A-Za-z0-9+/=_-]{14,512}", "Grafana Cloud", "glc_eyJ<b64100>", "glc_...", weak=True),
    _row("grafana-token", "glsa_", rf"glsa_{_T}{{14,512}}", "Grafana service account", "glsa_<an32>_<hex8>", "glsa_...", weak=True),
    _row("grafana-token", "eyJrIjoi", r"eyJrIjoi[A-Za-z0-9/+=_-]{14,512}", "Grafana, old form", "eyJrIjoi<b6480>", "eyJrIjoi"),
    _row("sentry-token", "sntrys_", r"sntrys_[A-Za-z0-9+/=_-]{14,1024}", "Sentry organisation", "sntrys_eyJ<b64150>_<an43>", "sntrys_..."),
    _row("sentry-token", "sntryu_ sntrya_ sntryi_", rf"sntry[uai]_{_T}{{14,1024}}", "Sentry user and application", "sntryu_<hex64>", "sntryu_..."),
    _row("honeycomb-key", "hcaik_ hcamk_ hcbik_ hcxik_", rf"hc[abx][im]k_{_A}{{14,128}}", "Honeycomb", "hcaik_<low58>", "hcaik_x"),
    _row("dynatrace-token", "dt0c01. dt0s01. dt0s16.", r"dt0[cs]\d\d\.[A-Z0-9]{10,24}(?:\.[A-Z0-9]{0,80})?", "Dynatrace", "dt0c01.<up24>.<up64>", "dt0c01.x"),
    _row("posthog-key", "phx_ phs_", rf"ph[xs]_{_A}{{20,64}}", "PostHog personal key", "phx_<an43>", "phx_live_view_component", weak=True),
    _row("rollbar-token", "rollbar_", rf"rollbar_{_H}{{24,40}}", "Rollbar", "rollbar_<hex32>", "rollbar_x"),
    _row("sourcegraph-token", "sgp_ slk_ sgd_", rf"(?:sgp|slk|sgd)_{_T}{{30,128}}", "Sourcegraph", "sgp_<hex16>_<hex40>", "sgp_layout", weak=True),
    _row("wandb-key", "wandb_v1_", rf"wandb_v1_{_T}{{20,128}}", "Weights and Biases", "wandb_v1_<url60>", "wandb_v1_x"),
    _row("airbyte-token", "airbyte_", rf"airbyte_{_A}{{30,80}}", "Airbyte", "airbyte_<an40>", "airbyte_connector", weak=True),
    # Tokens with a structure of their own
    _row("jwt", "eyJ", r"eyJ[A-Za-z0-9_-]{6,8192}\.[A-Za-z0-9_-]{6,8192}(?:\.[A-Za-z0-9_-]{0,8192}){0,3}", "JSON Web Token", "eyJhbGciOiJIUzI1NiJ9.eyJ<url40>.<url43>", "eyJ2ZXJzaW9uIjozLCJ", source="RFC 7519"),
    _row("jwt", "eyJhbGciOi eyJ0eXAiOi eyJraWQiOi eyJjdHkiOi eyJlbmMiOi eyJqa3Ui", r"eyJ(?:hbGciOi|0eXAiOi|raWQiOi|jdHkiOi|lbmMiOi|qa3Ui)[A-Za-z0-9_.-]{4,8192}", "JSON Web Token, cut", "eyJhbGciOiJIUzI1NiJ9", "eyJ2ZXJzaW9uIjozLCJ", source="RFC 7519"),
    _row("paseto", "v2.local. v4.local. v3.local. v1.local. v4.public.", r"v[1-4]\.(?:local|public)\.[A-Za-z0-9_.-]{16,4096}", "PASETO", "v4.local.<url100>", "v4.local.x", source="PASETO specification"),
    _row("fernet-token", "gAAAAA", r"gAAAAA[A-Za-z0-9_=-]{40,4096}", "Fernet token", "gAAAAABl<url90>", "gAAAAA"),
    _row("ssh-private-key", "b3BlbnNzaC1rZXktdjE", r"b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=]{12,8192}", "OpenSSH private key without its header", "b3BlbnNzaC1rZXktdjEAAAAA<b6480>", "b3BlbnNzaC1rZXktdjE"),
    _row("elevenlabs-key", "sk_", rf"sk_{_H}{{32,64}}", "ElevenLabs", "sk_<hex48>", "sk_buff_head_init_class_and_lockdep_key", weak=True),
    _row("secret-key", "sk-", rf"sk-{_T}{{12,2048}}", "keys that begin with sk- (OpenAI, DeepSeek, Moonshot, LiteLLM and many others)", "sk-<an20>T3BlbkFJ<an20>", "sk-loading-state-container-v2", weak=True, source="OpenAI docs"),
    _row("encoded-private-key", "LS0tLS1CRUdJTi", r"LS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0EgUFJJVkFURS|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVE|BFTkNSWVBURUQgUFJJVkFURS|BEU0EgUFJJVkFURS)[A-Za-z0-9+/=]{8,8192}", "private key in base64", "LS0tLS1CRUdJTiBQUklWQVRF<b64120>", "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t"),
)
# fmt: on


_ALPHABETS = {
    "an": "A7bQ2mZx9Kd4LwTf0RjYc6VnSg3HpUe8EqXt1NiMv5BoJzGyCrPaIsFhDkWuOl",
    "url": "A7bQ2m_x9Kd4LwTf-RjYc6VnSg3HpUe8EqXt1NiMv5BoJzGyCrPaIsFhDkWuOl",
    "b64": "A7bQ2m/x9Kd4LwTf+RjYc6VnSg3HpUe8EqXt1NiMv5BoJzGyCrPaIsFhDkWuOl",
    "hex": "3f9a0c7e51b8d264",
    "dig": "7304918526",
    "low": "q7m2zx9kd4lwtf0rjyc6vnsg3hpue8",
    "up": "Q7M2ZX9KD4LWTF0RJYC6VNSG3HPUE8",
    "upb": "Q7M2ZX5KD4LWTF3RJYC6VNSGHPUE",
}
_FIELD = re.compile(r"<(an|url|b64|hex|dig|low|upb|up)(\d{1,3})>")


def specimen(template: str) -> str:
    """Fill a template: `<hex32>` becomes 32 hexadecimal digits, always the same ones.

    Alphabets: an (letters and digits), url (with - and _), b64, hex, dig, low and up (one case with digits), upb (base32).
    """

    def fill(match: re.Match[str]) -> str:
        alphabet, length = _ALPHABETS[match[1]], int(match[2])
        step = 7 if len(alphabet) % 7 else 11
        return "".join(alphabet[(index * step + length) % len(alphabet)] for index in range(length))

    return _FIELD.sub(fill, template)
