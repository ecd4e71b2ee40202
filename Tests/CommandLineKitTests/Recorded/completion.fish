# fish completion for my-sample
function __my_sample_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (my-sample __complete -- $before[2..-1] "$current" 2>/dev/null)
    switch "$lines[1]"
        case ':files'
            __fish_complete_path "$current"
        case ':directories'
            __fish_complete_directories "$current"
        case ':commandline*'
            set -l skipped (string replace ':commandline ' '' -- $lines[1])
            __fish_complete_subcommand --fcs-skip=(math $skipped + 1)
        case '*'
            string join \n -- $lines[2..-1]
    end
end
complete -c my-sample -f -a '(__my_sample_complete)'
